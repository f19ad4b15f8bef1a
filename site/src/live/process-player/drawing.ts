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
  const scroll = node?.closest('.drawing-scroll, .enlarged__view');
  if (!node || !scroll) return;
  const [nodeBox, seen] = [node.getBoundingClientRect(), scroll.getBoundingClientRect()];
  scroll.scrollLeft += nodeBox.left + nodeBox.width / 2 - seen.left - seen.width / 2;
  scroll.scrollTop += nodeBox.top + nodeBox.height / 2 - seen.top - seen.height / 2;
}

/** Size of the drawing in the file, in CSS pixels. */
export function measureNaturalSize(svg: SVGSVGElement): { width: number; height: number } {
  const { width, height } = svg.viewBox.baseVal;
  const shownWidth = Number(svg.getAttribute('width')) || width;
  return { width: shownWidth, height: (shownWidth * height) / width };
}
