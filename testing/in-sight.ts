import type { Locator } from 'playwright-core';

/** Where the element is: in the window and in front (`in sight`), or what hides it. */
export function findWhatHides(element: Locator): Promise<string> {
  return element.evaluate((shown) => {
    const { top, bottom, left, right } = shown.getBoundingClientRect();
    // Browsers scroll by whole pixels.
    if (top < -1 || bottom > innerHeight + 1)
      return `from ${top} to ${bottom} in a window of ${innerHeight} px`;
    for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
      const front = document.elementFromPoint((left + right) / 2, y);
      if (!front || !(shown.contains(front) || front.contains(shown)))
        return `behind ${front?.outerHTML.slice(0, 80)}`;
    }
    return 'in sight';
  });
}
