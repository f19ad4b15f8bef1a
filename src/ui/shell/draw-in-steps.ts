/**
 * Draws the beginning of a page in a frame of its own and the rest in the frames after it, so that the first screen
 * does not wait for what is below it; `drawing.css` has what each step leaves out. Also runs as text in the head of
 * the page: it must not use anything from outside itself.
 */
export function drawInSteps(first: number): void {
  const root = document.documentElement;
  const isFirstScreenThere = () =>
    document.readyState !== 'loading' || document.querySelector('.markdown > :nth-child(8)') !== null;
  const waitForFrame = (step: number): void => {
    requestAnimationFrame(() => {
      if (isFirstScreenThere()) setTimeout(leave, 0, step);
      else waitForFrame(step);
    });
  };
  const enter = (step: number): void => {
    root.dataset.drawing = String(step);
    waitForFrame(step);
  };
  const leave = (step: number): void => {
    // Another page has come meanwhile, or everything was wanted at once.
    if (root.dataset.drawing !== String(step)) return;
    // A long page is drawn as it comes.
    if (step < 3 && document.readyState !== 'loading') enter(step + 1);
    else delete root.dataset.drawing;
  };
  // In a tab that nobody sees there are no frames.
  if (!document.hidden) enter(first);
}

/** Whoever looks for a place on the page needs all of it. */
export function drawAtOnce(): void {
  delete document.documentElement.dataset.drawing;
}
