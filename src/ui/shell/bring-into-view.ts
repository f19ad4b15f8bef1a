/** Scrolls only this box, so that its current element is visible. */
export function bringIntoView(scroller: Element | null, current: string): void {
  const box = scroller?.getBoundingClientRect();
  const link = scroller?.querySelector(current)?.getBoundingClientRect();
  if (!box || !link || (link.top >= box.top && link.bottom <= box.bottom)) return;
  scroller?.scrollBy(0, link.top - box.top - box.height / 3);
}
