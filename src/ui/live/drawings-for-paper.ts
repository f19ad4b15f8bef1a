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
 * Makes the key that prints the page wait until its drawings are finished, because browsers don't. `draw` starts one of
 * those that are still out of view, and removes it from `waitingElements`. Aborting `signal` gives the key back.
 */
export function printWhenDrawn(
  waitingElements: ReadonlySet<HTMLElement>,
  draw: (element: HTMLElement) => Promise<void>,
  signal: AbortSignal,
): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'p' || event.ctrlKey === event.metaKey || event.altKey) return;
    for (const element of waitingElements) trackDrawing(draw(element));
    if (pendingDrawings.size === 0 || event.defaultPrevented) return;
    event.preventDefault();
    runInBackground(printLater());
  };
  addEventListener('keydown', onKey, { signal });
}

async function printLater(): Promise<void> {
  while (pendingDrawings.size > 0) await Promise.allSettled(pendingDrawings);
  print();
}
