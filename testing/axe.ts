import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What is not a violation is only counted. */
const options: RunOptions = { resultTypes: ['violations'] };

/** What axe finds on the page as it stands once nothing moves in it, or in this part of it: one line for each kind of violation. */
export async function axeViolations(page: Page, within = 'html'): Promise<string[]> {
  // What is still fading in, or changing its colour, has less contrast than it will have.
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
      // The script has put itself there.
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(selector, how),
    [within, options] as const,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
