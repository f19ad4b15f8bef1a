// @module-tag chromium
import { describe, expect, test } from 'vitest';
import { openReader } from '../../testing/reader.ts';
import { texts } from '../../testing/site-texts.ts';

const reader = openReader();

/**
 * Opens the page and stops its clock after the article has loaded, while the answers of this path are held
 * back.
 */
async function openAndHold(path: string): Promise<() => void> {
  const { page } = reader;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  await page.clock.install();
  await reader.open('/docs/guides/everything');
  await page.clock.pauseAt(Date.now() + 60_000);
  return resolve;
}

describe('the next page', () => {
  async function goToNextSteps(): Promise<void> {
    const pageRequest = reader.page.waitForRequest('**/_page/docs/guides/next-steps.json');
    await reader.page.locator('.sidebar').getByRole('link', { name: 'Next steps' }).click();
    await pageRequest;
  }
  const findBar = () => reader.page.getByRole('progressbar', { name: texts.loadingPage });

  test('shows a bar and a spinner after 200 ms, and no earlier', async () => {
    const { page } = reader;
    const answer = await openAndHold('/_page/docs/guides/next-steps.json');
    await goToNextSteps();
    await page.clock.runFor(199);
    expect(await findBar().count()).toBe(0);
    await page.clock.runFor(1);
    await findBar().waitFor();
    await page.locator('.spinner').waitFor();
    answer();
    await page.getByRole('heading', { level: 1, name: 'Next steps' }).waitFor();
    await expect
      .poll(async () => [await findBar().count(), await page.locator('.spinner').count()])
      .toEqual([0, 0]);
  });

  test('has a spinner that turns once in 1.5 s and breathes once in 3 s', async () => {
    const { page } = reader;
    await openAndHold('/_page/docs/guides/next-steps.json');
    await goToNextSteps();
    await page.clock.runFor(200);
    const cycles = await page.locator('.spinner').evaluate((spinner) =>
      spinner
        .getAnimations({ subtree: true })
        .map((animation) => animation.effect?.getComputedTiming())
        .filter((timing) => timing?.iterations === Number.POSITIVE_INFINITY)
        .map((timing) => timing?.duration),
    );
    expect(cycles.sort()).toEqual([1500, 3000]);
  });
});

test('the items of a category that are awaited have a spinner, which is held back for 200 ms', async () => {
  const { page } = reader;
  await openAndHold('/_sidebar/*');
  await page.locator('.sidebar').getByRole('button', { name: 'Reference', exact: true }).click();
  const spinner = page.locator('.sidebar .spinner');
  await spinner.waitFor();
  const delays = await spinner.evaluate((element) => {
    const { animationName, animationDelay } = getComputedStyle(element);
    return [animationName, animationDelay];
  });
  expect(delays).toEqual(['turn, appear', '0s, 0.2s']);
});
