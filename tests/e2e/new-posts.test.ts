// @module-tag chromium
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
import { checkForEveryReader, everyReadersWindow } from '../../testing/every-reader.ts';
import { waitForNextFrame } from '../../testing/next-frame.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { TestSite } from '../../testing/test-site.ts';

let files: TestSite;
let site: ReadingSite;

beforeAll(async () => {
  files = new TestSite({
    'docs/a.md': '# A\n',
    'blog/authors.yml': 'ada: { name: Ada Lovelace, title: Engineer, page: true }\n',
    'blog/2026-11-01-lids.md':
      '---\ntitle: Lids\nauthors: ada\ntags: [lids]\n---\n\nThey fit.\n\n{/* truncate */}\n\nAll of them.\n',
    'CHANGELOG.md':
      '## 1.1.0 - 2026-11-20\n\n### Added\n\n- A lid.\n\n## 1.0.0 - 2026-10-02\n\n- A kettle.\n\n## 0.9.0 - 2026-09-01\n\n- A pot.\n',
    'site.config.ts':
      "export default { name: 'Kettles', blogs: [{}, { id: 'changelog', path: 'changelog', routeBasePath: 'changelog', blogTitle: 'Changelog', changelog: 'CHANGELOG.md', postsPerPage: 2 }] };\n",
  });
  site = await openReadingSite({ siteDir: files.root, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  files?.[Symbol.dispose]();
});

test('posts since the last visit are marked as new until the visit is over', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  // The list notes the visit when the code for it is loaded, and marks posts in the next frame.
  const open = async (time: string, path = '/changelog') => {
    await page.clock.setFixedTime(new Date(time));
    await page.goto(path);
    await page.waitForFunction(isVisitNoted, Date.parse(time));
    await waitForNextFrame(page);
  };
  const listNewPosts = () => page.locator('article:has(.badge) header h2').allTextContents();
  const listBadges = () => page.locator('article .badge').allTextContents();
  // At the first visit, all posts would be new, so no post is marked.
  await open('2026-11-27T10:00Z');
  await expect.poll(listNewPosts).toEqual([]);
  // The last visit was before the latest release.
  const seen = { before: '', latest: '2026-10-02T00:00:00.000Z', at: Date.parse('2026-11-01T10:00Z') };
  await page.evaluate((value) => localStorage.setItem('blog-seen:/changelog', value), JSON.stringify(seen));
  await open('2026-11-27T10:10Z');
  await expect.poll(listNewPosts).toEqual(['1.1.0']);
  await expect.poll(listBadges).toEqual(['New']);
  expect(await findAxeViolations(page)).toEqual([]);
  // The next page of the list, and the list again, belong to the same visit.
  await open('2026-11-27T10:15Z', '/changelog/page/2');
  await expect.poll(listNewPosts).toEqual([]);
  await open('2026-11-27T10:30Z');
  await expect.poll(listNewPosts).toEqual(['1.1.0']);
  await open('2026-11-27T11:30Z');
  await expect.poll(listNewPosts).toEqual([]);
  for (const brokenValue of ['{', 'null', '{"before":1}']) {
    await page.evaluate((value) => localStorage.setItem('blog-seen:/changelog', value), brokenValue);
    await open('2026-11-27T12:30Z');
    await expect.poll(listNewPosts).toEqual([]);
  }
  await context.close();
});

test.each([390, 1440])(
  'at %d px a changelog has its title, and releases stand out from kinds of changes',
  async (width) => {
    const context = await site.signedIn({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto('/changelog');
    await waitForShell(page);
    await page.getByRole('heading', { level: 1, name: 'Changelog', exact: true }).waitFor();
    const entry = page.locator('article').first();
    const sizes = await entry
      .locator('h2')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(sizes).toEqual([28, 16]);
    const measureLeft = (selector: string) =>
      entry
        .locator(selector)
        .first()
        .evaluate((one) => one.getBoundingClientRect().left);
    // The date is in a column of its own where there is room.
    const distance = (await measureLeft('h2')) - (await measureLeft('time'));
    expect(distance > 100).toBe(width > 996);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await context.close();
  },
);

test.each([
  '/changelog',
  '/blog',
  '/blog/2026/11/01/lids',
  '/blog/archive',
  '/blog/tags',
  '/blog/tags/lids',
  '/blog/authors',
  '/blog/authors/ada',
])(
  '%s fits when it is four times as large, in both directions, shows the focus in forced colours, and has no finding of axe',
  async (path) => {
    const context = await site.signedIn(everyReadersWindow);
    const page = await context.newPage();
    expect((await page.goto(path))?.status()).toBe(200);
    await waitForShell(page);
    await checkForEveryReader(page, 4);
    await context.close();
    for (const [colorScheme, width] of [
      ['dark', 390],
      ['light', 1440],
    ] as const) {
      const other = await site.signedIn({ colorScheme, viewport: { width, height: 900 } });
      const reading = await other.newPage();
      await reading.goto(path);
      await waitForShell(reading);
      expect(await findAxeViolations(reading), colorScheme).toEqual([]);
      await other.close();
    }
  },
);

test('the list leads to its feeds, and nothing is sent about the visit', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const sentRequests: string[] = [];
  page.on('request', (request) => sentRequests.push(request.postData() ?? ''));
  await page.goto('/changelog');
  await waitForShell(page);
  const href = await page.getByRole('link', { name: 'RSS' }).getAttribute('href');
  expect((await context.request.get(href ?? '')).headers()['content-type']).toContain('xml');
  expect(sentRequests.join()).not.toMatch(/2026-\d\d-\d\d/);
  await context.close();
});

/** Whether the list of posts has noted a visit at this time, in milliseconds since 1970. */
function isVisitNoted(time: number): boolean {
  return localStorage.getItem('blog-seen:/changelog')?.includes(`"at":${time}`) === true;
}
