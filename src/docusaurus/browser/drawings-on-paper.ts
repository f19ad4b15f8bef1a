/**
 * Drawings of components that run. A component may change the size of its drawing, so it gets its size as `viewBox`
 * only for paper, where browsers would cut it otherwise.
 */
const drawings = 'live-island svg:not(svg *, [viewBox])';

/** Lets drawings without a `viewBox` shrink on paper. */
export function shrinkDrawingsOnPaper(): void {
  let shrunkDrawings: SVGSVGElement[] = [];
  addEventListener('beforeprint', () => {
    shrunkDrawings = [...document.querySelectorAll<SVGSVGElement>(drawings)].filter(
      ({ width, height }) => isInPixels(width) && isInPixels(height),
    );
    for (const drawing of shrunkDrawings)
      drawing.setAttribute('viewBox', `0 0 ${drawing.width.baseVal.value} ${drawing.height.baseVal.value}`);
  });
  addEventListener('afterprint', () => {
    for (const drawing of shrunkDrawings) drawing.removeAttribute('viewBox');
  });
}

function isInPixels({ baseVal }: SVGAnimatedLength): boolean {
  return (
    baseVal.unitType === SVGLength.SVG_LENGTHTYPE_NUMBER || baseVal.unitType === SVGLength.SVG_LENGTHTYPE_PX
  );
}

/** Removes the `viewBox` of the page, which a drawing had until its component ran. */
export function restoreDrawings(island: Element): void {
  for (const drawing of island.querySelectorAll<SVGElement>('svg[data-fitted]')) {
    drawing.removeAttribute('viewBox');
    delete drawing.dataset.fitted;
  }
}
