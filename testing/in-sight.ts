import type { Locator } from 'playwright-core';

/** Where the element is: in the window and in front (`in sight`), or what hides it. */
export function findWhatHides(element: Locator): Promise<string> {
  return element.evaluate((result) => {
    const { top, bottom, left, right } = result.getBoundingClientRect();
    // Browsers scroll by whole pixels.
    if (top < -1 || bottom > innerHeight + 1)
      return `from ${top} to ${bottom} in a window of ${innerHeight} px`;
    for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
      const front = document.elementFromPoint((left + right) / 2, y);
      if (!front || !(result.contains(front) || front.contains(result)))
        return `behind ${front?.outerHTML.slice(0, 80)}`;
    }
    return 'in sight';
  });
}
