// @module-tag chromium
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallManual } from '../../testing/manuals.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';

/** An empty font, as packages have them in their style sheets. */
const font = 'data:font/woff2;base64,d09GMgABAAAAAAAA';
/** Rules for the root, as resets of CSS frameworks have them. Docusaurus' own rules are for the root, too. */
const customCss = `@font-face { font-family: Icons; src: url('${font}'); }
html { font-family: Icons, Georgia, serif; line-height: 2; color: rgb(1, 2, 3); }
.cells { display: grid; grid-template-columns: 1fr 1fr 1fr; }
.cells div:nth-of-type(2) { grid-column: 3; }
`;
const homePage = `import { useState } from 'react';
import { MDXProvider } from '@mdx-js/react';
import Admonition from '@theme/Admonition';
import CodeBlock from '@theme/CodeBlock';
import Heading from '@theme/Heading';
import Layout from '@theme/Layout';
import Part from '../part.mdx';

export default function Home() {
  const [count, setCount] = useState(1);
  const components = { Pump: () => <button onClick={() => setCount(count + 1)}>Pumps: {count}</button> };
  return (
    <Layout title="Home">
      <Heading as="h2">A long heading that needs several lines on every screen, whatever its width may be here</Heading>
      <Admonition type="note">Mind the pump.</Admonition>
      <p className="after">After the note.</p>
      <div className="cells">
        <div>Beside the code</div>
        <CodeBlock language="js">let pump = 1;</CodeBlock>
      </div>
      <MDXProvider components={components}><Part /></MDXProvider>
    </Layout>
  );
}
`;
const files = {
  'docusaurus.config.js':
    "module.exports = { title: 'Pumps', url: 'https://docs.example', baseUrl: '/', onBrokenLinks: 'warn', presets: [['classic', { blog: false, theme: { customCss: './custom.css' } }]] };\n",
  'custom.css': customCss,
  'src/part.mdx': 'Of the part.\n\n<Pump />\n',
  'src/pages/index.jsx': homePage,
};

let siteDir: string;
let site: ReadingSite;
let page: Page;
const consoleMessages: string[] = [];

beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(siteDir, file)), { recursive: true });
    writeFileSync(path.join(siteDir, file), text);
  }
  site = await openReadingSite({ siteDir, manual: { ...smallManual, DIST_DIR: path.join(siteDir, 'dist') } });
  page = await (await site.signedIn()).newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') consoleMessages.push(message.text());
  });
  await page.goto('/');
  await waitForShell(page);
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});

const readStyle = (selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test.each([
  ['the font', '.after', 'font-family', 'Icons, Georgia, serif'],
  ['the height of lines', '.after', 'line-height', '32px'],
  ['the colour of text', '.after', 'color', 'rgb(1, 2, 3)'],
])('a rule for the root sets %s of the page', async (_, selector, property, value) => {
  expect(await readStyle(selector, property)).toBe(value);
});

test.each([
  ['the background', 'html', 'background-color', 'rgb(255, 255, 255)'],
  ['the break in a heading', 'h2', 'text-wrap-style', 'auto'],
  ['the space between letters of a heading', 'h2', 'letter-spacing', 'normal'],
])('%s is the same as in Docusaurus', async (_, selector, property, value) => {
  expect(await readStyle(selector, property)).toBe(value);
});

test('admonitions and code blocks of components keep a distance to the next element', async () => {
  for (const selector of ['.admonition', '.theme-code-block'])
    expect(Number.parseFloat(await readStyle(selector, 'margin-bottom'))).toBeGreaterThan(12);
});

test('a code block is a division among its siblings, which rules count', async () => {
  const [text, code] = await Promise.all(
    ['.cells > div', '.cells .theme-code-block'].map((selector) =>
      page.locator(selector).first().boundingBox(),
    ),
  );
  expect(code?.x).toBeGreaterThan((text?.x ?? 0) + 1.5 * (text?.width ?? 0));
});

test('components that a page gives to Markdown work in the browser', async () => {
  const button = page.getByRole('button', { name: /^Pumps/ });
  await expect.poll(() => button.textContent()).toBe('Pumps: 1');
  await button.click();
  await expect.poll(() => button.textContent()).toBe('Pumps: 2');
});

test('fonts within style sheets are allowed', () => {
  expect(consoleMessages.filter((message) => /Content Security Policy|hydrat/i.test(message))).toEqual([]);
});
