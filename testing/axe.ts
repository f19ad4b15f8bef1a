import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Axe details violations only, and counts all other results. */
const options: RunOptions = { resultTypes: ['violations'] };

/** Waits until all animations have ended, then returns one line for each kind of violation that axe finds in this part. */
export async function findAxeViolations(page: Page, within = 'html'): Promise<string[]> {
  // Elements that are still fading in or changing colour have less contrast than at the end.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
        .map(({ finished }) => finished),
    ),
  );
  await page.evaluate(script);
  const { violations } = await page.evaluate(
    ([selector, how]) =>
      // The script assigns this global.
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(selector, how),
    [within, options] as const,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
