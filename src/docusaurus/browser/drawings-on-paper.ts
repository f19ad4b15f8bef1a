/**
 * Gives drawings of components their size as `viewBox` while they are printed. Without one, browsers cut them where
 * paper has less room. On screens they have none, because components may change the size.
 */
export function shrinkDrawingsOnPaper(): void {
  const drawings = 'live-island svg[width][height]:not([viewBox], svg *)';
  addEventListener('beforeprint', () => {
    for (const drawing of document.querySelectorAll<SVGSVGElement>(drawings)) {
      const { width, height } = drawing;
      drawing.setAttribute('viewBox', `0 0 ${width.baseVal.value} ${height.baseVal.value}`);
      addEventListener('afterprint', () => drawing.removeAttribute('viewBox'), { once: true });
    }
  });
}
