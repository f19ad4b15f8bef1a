declare global {
  interface Window {
    drawInSteps: typeof drawInSteps;
  }
}

/**
 * Draws the beginning of a page in a frame of its own and the rest in the frames after it, so that the first screen
 * does not wait for what is below it, and no frame of a long article takes long. `data-drawing` counts the first
 * steps; then `data-growing` says that the article grows, and `data-waits` which of its blocks wait; `drawing.css`
 * has what that means. Stands as text in the head of every page, where the shell finds it again: it must not use
 * anything from outside itself.
 */
export function drawInSteps(first: number): void {
  const { dataset } = document.documentElement;
  const draw = (step: number): void => {
    dataset.drawing = `${step}`;
    requestAnimationFrame(() => requestAnimationFrame(() => next(step)));
  };
  const next = (step: number): void => {
    // Another page has come meanwhile, or everything was wanted at once.
    if (dataset.drawing !== `${step}`) return;
    const isHere = document.readyState !== 'loading' || document.querySelector('.markdown > :nth-child(8)');
    if (step === 1) {
      draw(isHere ? 2 : 1);
      return;
    }
    delete dataset.drawing;
    dataset.growing = '';
    grow(7, 7, 8, performance.now());
  };
  /** `drawn` and `known`: how many blocks are in the frame, and have come; `more`: how many to draw now. */
  const grow = (drawnCount: number, knownCount: number, more: number, before: number): void => {
    if (dataset.growing === undefined) return;
    const blocks = document.querySelector('.markdown')?.children ?? [];
    for (; knownCount < blocks.length; knownCount += 1) blocks[knownCount]?.setAttribute('data-waits', '');
    // Of a page that is still loading, the last one may not have come whole.
    const isLoading = document.readyState === 'loading';
    const upTo = Math.min(drawnCount + more, isLoading ? knownCount - 1 : knownCount);
    for (; drawnCount < upTo; drawnCount += 1) blocks[drawnCount]?.removeAttribute('data-waits');
    if (drawnCount === knownCount && !isLoading) delete dataset.growing;
    requestAnimationFrame((now) => {
      // A frame costs more, the more there is already: a long article would never be done.
      const tight = (now - before) / (50 + drawnCount / 8);
      grow(drawnCount, knownCount, tight < 1 ? more * 1.5 : tight > 2 ? more / 2 : more, now);
    });
  };
  delete dataset.growing;
  // In a tab that nobody sees there are no frames.
  if (!document.hidden) draw(first);
}

/** Whoever looks for a place on the page needs all of it. */
export function drawAtOnce(): void {
  const { dataset } = document.documentElement;
  delete dataset.drawing;
  delete dataset.growing;
}
