// @module-tag chromium
import path from 'node:path';
import { expect, test } from 'vitest';
import { axeViolations } from '../../testing/axe.ts';
import { openReader } from '../../testing/reader.ts';
import { projectDir } from '../../testing/running-site.ts';
import { texts } from '../../testing/site-texts.ts';

const siteDir = path.join(projectDir, 'tests/fixtures/live-code');
const reader = openReader({
  siteDir,
  manual: {
    DOCS_DIR: path.join(siteDir, 'docs'),
    DIST_DIR: path.join(projectDir, '.cache/manual-of-live-code'),
  },
});

const result = (at: number) => reader.page.frameLocator('.live-code__result').nth(at).locator('body');
const editor = (at: number) => reader.page.getByRole('textbox', { name: texts.liveEditor }).nth(at);

test('live code runs within the policy, is changed, fails in its place, and is put back', async () => {
  const { page } = reader;
  const reported: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') reported.push(message.text());
  });
  await reader.open('/docs/');
  const button = result(0).getByRole('button');
  await expect.poll(() => button.textContent()).toBe('Strokes: 42');
  await button.click();
  await expect.poll(() => button.textContent()).toBe('Strokes: 63');
  await expect.poll(() => result(1).textContent()).toContain('Good water, Ana. Drop of 42.');

  await editor(1).fill('render(<p>Other</p>)');
  await expect.poll(() => result(1).textContent()).toBe('Other');
  await editor(1).fill('render(<p>Other</p>');
  await expect.poll(() => result(1).getByRole('alert').textContent()).toMatch(/SyntaxError/);
  await editor(1).fill('render(<p>{missing}</p>)');
  await expect.poll(() => result(1).getByRole('alert').textContent()).toMatch(/missing is not defined/);
  await page.getByRole('button', { name: texts.liveReset }).nth(1).click();
  await expect.poll(() => result(1).textContent()).toContain('Drop of 42.');
  expect(reported).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
});

test('what runs there reaches neither session nor site nor network', async () => {
  const { page } = reader;
  await reader.open('/docs/');
  await editor(1).fill(`const tried = [];
const attempt = (name, work) => { try { work(); tried.push(name); } catch {} };
attempt('cookie', () => document.cookie);
attempt('storage', () => localStorage.length);
attempt('page', () => parent.document.title);
attempt('eval', () => eval('1'));
const Show = () => {
  const [said, setSaid] = useState('…');
  useEffect(() => {
    fetch('/docs/').then(() => setSaid('fetched'), () => setSaid('refused'));
  }, []);
  return <p>{tried.join() || 'nothing'} {said} {origin}</p>;
};
render(<Show />);`);
  await expect.poll(() => result(1).textContent()).toBe('nothing refused null');
  const frame = await page.locator('.live-code__result').first().getAttribute('src');
  const answer = await page.request.get(frame ?? '');
  expect(answer.headers()['content-security-policy']).toMatch(/^sandbox allow-scripts; default-src 'none';/);
  expect(answer.headers()['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
});

test('without scripts, live code is code', async () => {
  await reader.change({ javaScriptEnabled: false });
  await reader.page.goto('/docs/');
  expect(await reader.page.locator('.live-code :is(.language-jsx, .language-tsx)').count()).toBe(2);
  expect(await reader.page.locator('iframe').count()).toBe(0);
  expect(await reader.page.getByText(texts.liveResult).count()).toBe(0);
});

test('tabs show what the address names, write there what is clicked, and remember only that', async () => {
  const { page } = reader;
  const selected = () => page.locator('[role=tab][aria-selected=true]').allTextContents();
  await reader.open('/docs/?season=autumn');
  await expect.poll(selected).toEqual(['Autumn', 'Spring']);
  await reader.open('/docs/');
  await expect.poll(selected).toEqual(['Spring', 'Spring']);
  await page.getByRole('tab', { name: 'Autumn' }).first().scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await page.getByRole('tab', { name: 'Autumn' }).first().click();
      return new URL(page.url()).search;
    })
    .toBe('?season=autumn');
  await expect.poll(selected).toEqual(['Autumn', 'Autumn']);
  await reader.open('/docs/');
  await expect.poll(selected).toEqual(['Autumn', 'Autumn']);
});
