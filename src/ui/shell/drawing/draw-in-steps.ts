declare global {
  interface Window {
    drawInSteps: typeof drawInSteps;
  }
}

/**
 * Draws the start of a page in one frame and the rest in later frames, so that the first screen doesn't wait for what
 * is below and no frame of a long article takes long. `data-drawing` counts the first steps; then `data-growing` says
 * that the article grows, and `data-waits` marks blocks that wait. `drawing.css` gives them their meaning. Inlined as
 * text in the head of every page, so it must be self-contained.
 */
export function drawInSteps(first: number): void {
  const { dataset } = document.documentElement;
  const draw = (step: number): void => {
    dataset.drawing = `${step}`;
    requestAnimationFrame(() => requestAnimationFrame(() => drawNext(step)));
  };
  const drawNext = (step: number): void => {
    // Another page was opened, or everything was drawn at once.
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
  /** `drawnCount`, `knownCount`: number of blocks drawn and loaded. `more`: number to draw now. */
  const grow = (drawnCount: number, knownCount: number, more: number, before: number): void => {
    if (dataset.growing === undefined) return;
    const blocks = document.querySelector('.markdown')?.children ?? [];
    for (; knownCount < blocks.length; knownCount += 1) blocks[knownCount]?.setAttribute('data-waits', '');
    // While the page loads, its last block may be incomplete.
    const isLoading = document.readyState === 'loading';
    const upTo = Math.min(drawnCount + more, isLoading ? knownCount - 1 : knownCount);
    for (; drawnCount < upTo; drawnCount += 1) blocks[drawnCount]?.removeAttribute('data-waits');
    if (drawnCount === knownCount && !isLoading) delete dataset.growing;
    requestAnimationFrame((now) => {
      // The longer the article, the more a frame costs. Without this, a long one would never finish.
      const tight = (now - before) / (50 + drawnCount / 8);
      grow(drawnCount, knownCount, tight < 1 ? more * 1.5 : tight > 2 ? more / 2 : more, now);
    });
  };
  delete dataset.growing;
  // Hidden tabs have no frames.
  if (!document.hidden) draw(first);
}

/** Draws the whole page at once, for readers who look for a place on it. */
export function drawAtOnce(): void {
  const { dataset } = document.documentElement;
  delete dataset.drawing;
  delete dataset.growing;
}
