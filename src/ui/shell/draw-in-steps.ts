/**
 * Draws the beginning of a page in a frame of its own and the rest in the frames after it, so that the first screen
 * does not wait for what is below it; `drawing.css` has what each step leaves out. After two steps a page that is
 * still loading is drawn as it comes. Also runs as text in the head of the page: it must not use anything from outside
 * itself.
 */
export function drawInSteps(first: number): void {
  const root = document.documentElement;
  const draw = (step: number): void => {
    root.dataset.drawing = `${step}`;
    waitForFrame(step);
  };
  const waitForFrame = (step: number): void => {
    requestAnimationFrame(() => {
      const isLoading = document.readyState === 'loading';
      if (isLoading && !document.querySelector('.markdown > :nth-child(8)')) return waitForFrame(step);
      setTimeout(() => {
        // Another page has come meanwhile, or everything was wanted at once.
        if (root.dataset.drawing !== `${step}`) return;
        if (step === 1 || (step < 3 && !isLoading)) draw(step + 1);
        else delete root.dataset.drawing;
      });
    });
  };
  // In a tab that nobody sees there are no frames.
  if (!document.hidden) draw(first);
}

/** Whoever looks for a place on the page needs all of it. */
export function drawAtOnce(): void {
  delete document.documentElement.dataset.drawing;
}
