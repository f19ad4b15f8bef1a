// @module-tag chromium
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findAxeViolations } from '../../testing/axe.ts';
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

const findResult = (at: number) =>
  reader.page.frameLocator('.live-code__result').nth(at).frameLocator('iframe').locator('body');
const findEditor = (at: number) => reader.page.getByRole('textbox', { name: texts.liveEditor }).nth(at);

test('live code runs within the policy, is changed, fails in its place, and is put back', async () => {
  const { page } = reader;
  const consoleMessages: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleMessages.push(message.text());
  });
  await reader.open('/docs/');
  const button = findResult(0).getByRole('button');
  await expect.poll(() => button.textContent()).toBe('Strokes: 42');
  await button.click();
  await expect.poll(() => button.textContent()).toBe('Strokes: 63');
  await expect.poll(() => findResult(1).textContent()).toContain('Good water, Ana. Drop of 42.');
  // The scope imports a style sheet.
  const drop = findResult(1).locator('.drop');
  expect(await drop.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 255)');

  await findEditor(1).fill('render(<p>Other</p>)');
  await expect.poll(() => findResult(1).textContent()).toBe('Other');
  await findEditor(1).fill('render(<p>Other</p>');
  await expect.poll(() => findResult(1).getByRole('alert').textContent()).toMatch(/SyntaxError/);
  await findEditor(1).fill('render(<p>{missing}</p>)');
  await expect.poll(() => findResult(1).getByRole('alert').textContent()).toMatch(/missing is not defined/);
  await page.getByRole('button', { name: texts.liveReset }).nth(1).click();
  await expect.poll(() => findResult(1).textContent()).toContain('Drop of 42.');
  expect(consoleMessages).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
});

test('live code can’t reach the session, the site or the network', async () => {
  const { page } = reader;
  await reader.open('/docs/');
  await findEditor(1).fill(`const tried = [];
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
  await expect.poll(() => findResult(1).textContent()).toBe('nothing refused null');
  const holder = page.frameLocator('.live-code__result').first();
  const frame = await holder.locator('iframe').evaluate((element) => (element as HTMLIFrameElement).src);
  const answer = await page.request.get(frame);
  expect(answer.headers()['content-security-policy']).toMatch(/^sandbox allow-scripts; default-src 'none';/);
  expect(answer.headers()['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
});

test.each([
  ['location.href', (url: string) => `location.href = ${JSON.stringify(url)}`],
  ['location.replace', (url: string) => `location.replace(${JSON.stringify(url)})`],
  [
    'a link',
    (url: string) => `Object.assign(document.createElement('a'), { href: ${JSON.stringify(url)} }).click()`,
  ],
  [
    'a refresh',
    (url: string) =>
      `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: ${JSON.stringify(`0;url=${url}`)} }))`,
  ],
  [
    'a frame of its own',
    (url: string) =>
      `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(url)} }))`,
  ],
  ['its parent', (url: string) => `parent.location.href = ${JSON.stringify(url)}`],
  ['the page', (url: string) => `top.location.href = ${JSON.stringify(url)}`],
  ['a window', (url: string) => `open(${JSON.stringify(url)})`],
])('code leads nothing to another site by %s', async (_, leave) => {
  const { page } = reader;
  // A site on HTTPS, which the policy of the page lets articles embed. The test counts connections to it.
  let connections = 0;
  const elsewhere = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const address = elsewhere.address();
  const url = `https://localhost:${typeof address === 'object' ? address?.port : ''}/?typed=secret`;
  await reader.open('/docs/');
  const policy = (await page.request.get('/docs/')).headers()['content-security-policy'];
  expect(policy).toContain("frame-src 'self' https:");
  const refusalMessage = page.waitForEvent('console', (message) =>
    /refused|violates|blocked|unsafe/i.test(message.text()),
  );
  await findEditor(1).fill(`${leave(url)};\nrender(<p>Gone on</p>);`);
  await refusalMessage;
  expect(connections).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/docs/');
  elsewhere.close();
});

test('paper has all of the code, also what a reader changed', async () => {
  const { page } = reader;
  await reader.open('/docs/');
  const findPrintedCode = () => page.locator('.live-code').nth(1).locator('pre').filter({ visible: true });
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => findPrintedCode().textContent()).toContain('Drop of {size}');
  await page.emulateMedia({ media: 'screen' });
  const lines = Array.from({ length: 60 }, (_, index) => `// ${index} ${'water '.repeat(40)}end ${index}`);
  const code = `${lines.join('\n')}\nrender(<p>Other</p>)`;
  await findEditor(1).fill(code);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => findPrintedCode().textContent()).toBe(code);
  const isCut = () =>
    findPrintedCode().evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth > clientWidth,
      scrollHeight > clientHeight,
    ]);
  await expect.poll(isCut).toEqual([false, false]);
  // The field has a fixed height, so no browser prints it.
  await expect.poll(() => findEditor(1).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => findEditor(1).isVisible()).toBe(true);
});

test('without scripts, live code is a plain code block', async () => {
  await reader.change({ javaScriptEnabled: false });
  await reader.page.goto('/docs/');
  await expect
    .poll(() => reader.page.locator('.live-code :is(.language-jsx, .language-tsx)').count())
    .toBe(2);
  expect(await reader.page.locator('iframe').count()).toBe(0);
  expect(await reader.page.getByText(texts.liveResult).count()).toBe(0);
});

test('tabs show what the address names, write there what is clicked, and remember only that', async () => {
  const { page } = reader;
  const readSelectedTabs = () => page.locator('[role=tab][aria-selected=true]').allTextContents();
  await reader.open('/docs/?season=autumn');
  await expect.poll(readSelectedTabs).toEqual(['Autumn', 'Spring']);
  await reader.open('/docs/');
  await expect.poll(readSelectedTabs).toEqual(['Spring', 'Spring']);
  await page.getByRole('tab', { name: 'Autumn' }).first().scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await page.getByRole('tab', { name: 'Autumn' }).first().click();
      return new URL(page.url()).search;
    })
    .toBe('?season=autumn');
  await expect.poll(readSelectedTabs).toEqual(['Autumn', 'Autumn']);
  await reader.open('/docs/');
  await expect.poll(readSelectedTabs).toEqual(['Autumn', 'Autumn']);
});
