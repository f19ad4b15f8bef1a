import { runInBackground } from '../../shared/in-background.ts';

/** Drawings that have started but not finished. */
const pendingDrawings = new Set<Promise<unknown>>();

/** Lets the key that prints the page wait for a drawing. */
export function trackDrawing(drawing: Promise<unknown>): void {
  pendingDrawings.add(drawing);
  const forget = () => pendingDrawings.delete(drawing);
  drawing.then(forget, forget);
}

/**
 * Prints the page when its drawings are finished, if this is the key for it. Browsers themselves don't wait for them.
 * `startDrawings` starts those that are out of view. It returns undefined if none is left.
 */
export function printWhenDrawn(
  event: KeyboardEvent,
  startDrawings: () => Promise<unknown> | undefined,
): void {
  if (event.key !== 'p' || event.ctrlKey === event.metaKey || event.altKey) return;
  const startedDrawings = startDrawings();
  if (startedDrawings) trackDrawing(startedDrawings);
  if (pendingDrawings.size === 0 || event.defaultPrevented) return;
  event.preventDefault();
  const printLater = async () => {
    while (pendingDrawings.size > 0) await Promise.allSettled(pendingDrawings);
    print();
  };
  runInBackground(printLater());
}
