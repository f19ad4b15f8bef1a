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

export function naturalWidth(svg: SVGSVGElement): number {
  return Number(svg.getAttribute('width')) || 1;
}

export function zoomTo(svg: SVGSVGElement, factor: number): void {
  svg.style.maxWidth = 'none';
  svg.style.width = `${Math.round(naturalWidth(svg) * factor)}px`;
}
