// @module-tag chromium
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../../testing/axe.ts';
import { openReadingSite, type ReadingSite, shellReady } from '../../testing/reading.ts';
import { TestSite } from '../../testing/test-site.ts';

let files: TestSite;
let site: ReadingSite;

beforeAll(async () => {
  files = new TestSite({
    'docs/a.md': '# A\n',
    'CHANGELOG.md':
      '## 1.1.0 - 2026-11-20\n\n### Added\n\n- A lid.\n\n## 1.0.0 - 2026-10-02\n\n- A kettle.\n\n## 0.9.0 - 2026-09-01\n\n- A pot.\n',
    'site.config.ts':
      "export default { name: 'Kettles', blogs: [{ path: 'changelog', routeBasePath: 'changelog', blogTitle: 'Changelog', changelog: 'CHANGELOG.md', postsPerPage: 2 }] };\n",
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
  const open = async (time: string, path = '/changelog') => {
    await page.clock.setFixedTime(new Date(time));
    await page.goto(path);
    await shellReady(page);
    return page.locator('article:has(.badge) header h2').allTextContents();
  };
  const badges = () => page.locator('article .badge').allTextContents();
  // At the first visit everything would be new.
  expect(await open('2026-11-27T10:00Z')).toEqual([]);
  // The last visit was before the latest release.
  const seen = { before: '', latest: '2026-10-02T00:00:00.000Z', at: Date.parse('2026-11-01T10:00Z') };
  await page.evaluate((value) => localStorage.setItem('blog-seen:/changelog', value), JSON.stringify(seen));
  expect(await open('2026-11-27T10:10Z')).toEqual(['1.1.0']);
  expect(await badges()).toEqual(['New']);
  expect(await axeViolations(page)).toEqual([]);
  // The next page of the list, and the list again, in the same visit.
  expect(await open('2026-11-27T10:15Z', '/changelog/page/2')).toEqual([]);
  expect(await open('2026-11-27T10:30Z')).toEqual(['1.1.0']);
  expect(await open('2026-11-27T11:30Z')).toEqual([]);
  for (const broken of ['{', 'null', '{"before":1}']) {
    await page.evaluate((value) => localStorage.setItem('blog-seen:/changelog', value), broken);
    expect(await open('2026-11-27T12:30Z')).toEqual([]);
  }
  await context.close();
});

test('the list leads to its feeds, and nothing is sent about the visit', async () => {
  const context = await site.signedIn();
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/changelog');
  await shellReady(page);
  const href = await page.getByRole('link', { name: 'RSS' }).getAttribute('href');
  expect((await context.request.get(href ?? '')).headers()['content-type']).toContain('xml');
  expect(sent.join()).not.toMatch(/2026-\d\d-\d\d/);
  await context.close();
});
