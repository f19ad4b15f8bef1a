import type { Play } from './play.ts';

/** Marks where the tokens are, and the flows that they took. The drawing may be in the window at the moment. */
export function showPlay(frame: HTMLElement | null, play: Play | undefined): void {
  const player = frame?.closest('.process-player');
  for (const node of player?.querySelectorAll('[data-node]') ?? [])
    node.toggleAttribute('data-token', play?.tokens.includes(node.getAttribute('data-node') ?? '') ?? false);
  for (const flow of player?.querySelectorAll('[data-flow]') ?? [])
    flow.toggleAttribute('data-taken', play?.taken.includes(flow.getAttribute('data-flow') ?? '') ?? false);
  showToken(player?.querySelector('[data-token]'));
}

/** Scrolls to the token if the drawing is wider than its frame. */
export function showToken(node: Element | null | undefined): void {
  const scroll = node?.closest('.drawing-scroll, .process-dialog__view');
  if (!node || !scroll) return;
  const [nodeBox, seen] = [node.getBoundingClientRect(), scroll.getBoundingClientRect()];
  scroll.scrollLeft += nodeBox.left + nodeBox.width / 2 - seen.left - seen.width / 2;
  scroll.scrollTop += nodeBox.top + nodeBox.height / 2 - seen.top - seen.height / 2;
}

/**
 * Notes what the middle of the window shows of this element, and returns a function that shows it there again after the
 * drawing has changed its size. An element outside of the window moves to the middle.
 */
export function holdInView(element: Element): () => void {
  const scroll = element.closest('.process-dialog__view');
  if (!scroll) return () => {};
  const readMiddle = () => {
    const { left, top, width, height } = scroll.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const [box, middle] = [element.getBoundingClientRect(), readMiddle()];
  const share = (at: number, start: number, size: number) =>
    at < start || at > start + size ? 0.5 : (at - start) / (size || 1);
  const [x, y] = [share(middle.x, box.left, box.width), share(middle.y, box.top, box.height)];
  return () => {
    const [after, newMiddle] = [element.getBoundingClientRect(), readMiddle()];
    scroll.scrollLeft += after.left + after.width * x - newMiddle.x;
    scroll.scrollTop += after.top + after.height * y - newMiddle.y;
  };
}

export function naturalWidth(svg: SVGSVGElement): number {
  return Number(svg.getAttribute('width')) || 1;
}

export function zoomTo(svg: SVGSVGElement, factor: number): void {
  svg.style.maxWidth = 'none';
  svg.style.width = `${Math.round(naturalWidth(svg) * factor)}px`;
}
