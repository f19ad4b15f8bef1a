// @module-tag chromium

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { launchChromium } from '../../testing/chromium.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { waitForShell } from '../../testing/reading.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { projectDir, TestSite } from '../../testing/test-site.ts';
import { english } from '../config/texts.ts';
import { engineFeatures } from '../features/index.ts';
import type { DevPage } from '../ui/dev/dev-page.ts';
import { type Preview, startPreview } from './preview.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const tall = Array.from({ length: 60 }, (_, index) => `## Part ${index}\n\nWords of part ${index}.\n`).join(
  '\n',
);

/** Removes differences in serialisation, and parts that are drawn later or change by themselves. */
const everyKind = `import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';

<details>
  <summary>More & "more"</summary>

  Inside.
</details>

| A | B |
| - | - |
| \`a > b\` | <br/> |

\`\`\`js title="a.js"
const a = '<b>' && "c";
\`\`\`

<Tabs groupId="language">
  <TabItem value="js" label="JS">One.</TabItem>
  <TabItem value="php" label="PHP">Two.</TabItem>
</Tabs>

- [ ] open
- [x] done

${tall}`;

let site: TestSite;
let preview: Extract<Preview, { ok: true }>;
let page: Page;

async function open(gate = false, port = 0) {
  const environment = testEnvironment({
    ...site.environment(),
    RELEASES_KEEP: '10',
    DATA_DIR: `${site.root}/data`,
    LOG_LEVEL: 'silent',
    PORT: String(port),
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
  });
  const started = await startPreview({ features: engineFeatures, environment, workDir: projectDir, gate });
  if (!started.ok) throw new Error(started.problems.map(({ message }) => message).join('\n'));
  preview = started;
}

beforeEach(async () => {
  site = new TestSite({
    'docs/intro.md': `# Intro\n\n${tall}`,
    'docs/other.md': '# Other\n\n<details><summary>More</summary>Inside.</details>\n',
  });
  page = await browser.newPage();
});
/** Writes into the site's folder until it has ended. */
let program: ChildProcess | undefined;
afterEach(async () => {
  await page.close();
  await preview?.close();
  if (program) {
    const ended = once(program, 'exit');
    program.kill();
    await ended;
    program = undefined;
  }
  site[Symbol.dispose]();
});

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

test('answers the first request like all others', async () => {
  const port = await findFreePort();
  const opening = open(false, port);
  // Tries to connect as often as the machine allows, from before the preview listens. A connection costs a tenth of a
  // request.
  await vi.waitUntil(() => isListening(port), { timeout: PATIENCE_MS, interval: 1 });
  const first = await fetch(`http://127.0.0.1:${port}/docs/intro`);
  expect(first.status).toBe(200);
  await opening;
});

test('updates the open page after a save and keeps its scroll position', async () => {
  await open();
  await page.goto(`${preview.origin}/docs/intro`);
  await page.getByText('Words of part 40.').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  site.write('docs/intro.md', `# Intro\n\n${tall.replace('Words of part 40.', 'Other words of part 40.')}`);
  await page.getByText('Other words of part 40.').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('shows the pictures of a page that is opened for the first time, also in another language', async () => {
  site.write('site.config.ts', "export default { i18n: { defaultLocale: 'en', locales: ['en', 'es'] } };\n");
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  for (const name of ['one', 'three'])
    site.write(`docs/${name}.svg`, square.replaceAll('9', `${name.length}`));
  site.write('docs/first.md', '# First\n\n![One](one.svg)\n');
  site.write('docs/second.mdx', '# Second\n\n<Figure src="three.svg" alt="Three" />\n');
  await open();
  for (const address of ['/docs/first', '/docs/second', '/es/docs/first']) {
    const html = await (await fetch(preview.origin + address)).text();
    const [, picture = ''] = /<img[^>]* src="([^"]+)"/.exec(html) ?? [];
    expect(picture).toContain('.svg');
    expect((await fetch(preview.origin + picture)).status).toBe(200);
  }
});

test('links to the document in the editor', async () => {
  await open();
  await page.goto(`${preview.origin}/docs/intro`);
  const link = page.getByRole('link', { name: english.editPage });
  const url = `vscode://file${path.join(site.root, 'docs/intro.md')}`;
  await expect.poll(() => link.getAttribute('href')).toBe(url);
  // The link stays after a save.
  site.write('docs/intro.md', '# Intro\n\nOther words.\n');
  await page.getByText('Other words.').waitFor();
  await expect.poll(() => link.getAttribute('href')).toBe(url);
});

test('leaves an unchanged article alone, including its opened details', async () => {
  site.write('docs/steps.md', `# "Steps" & more\n\n${everyKind}`);
  await open();
  // Before the preview says anything: its script asks only once the document has been read.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const block of document.querySelectorAll('.markdown > *')) block.setAttribute('data-kept', '');
    });
  });
  await page.goto(`${preview.origin}/docs/steps`);
  site.write('docs/other.md', '# Renamed\n');
  await page.locator('.theme-doc-sidebar-menu').getByText('Renamed').waitFor();
  const attribute = await page
    .locator('.markdown > *')
    .evaluateAll((blocks) => blocks.map((block) => block.hasAttribute('data-kept')));
  expect(attribute.length).toBeGreaterThan(5);
  expect(attribute).not.toContain(false);
});

test('shows a new title in heading, sidebar and window', async () => {
  await open();
  await page.goto(`${preview.origin}/docs/other`);
  site.write('docs/other.md', '---\ntitle: Renamed\n---\n\nText.\n');
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
  await page.locator('.theme-doc-sidebar-menu').getByText('Renamed').waitFor();
  await expect.poll(() => page.title()).toContain('Renamed');
});

test('shows an error on the page with file and line until it is fixed', async () => {
  await open();
  await page.goto(`${preview.origin}/docs/other`);
  site.write('docs/other.md', '# Other\n\n<Unknown />\n');
  const place = page.getByRole('alert').getByRole('link', { name: 'docs/other.md:3' });
  await place.waitFor();
  expect(await place.getAttribute('href')).toBe(`vscode://file${path.join(site.root, 'docs/other.md')}:3`);
  // The last good words stay in view.
  await expect.poll(() => page.getByText('More').isVisible()).toBe(true);
  site.write('docs/other.md', '# Other\n\nMended.\n');
  await page.getByText('Mended.').waitFor();
  expect(await page.getByRole('alert').filter({ hasText: 'docs/other.md' }).count()).toBe(0);
});

test('opens a new document at once, and drops a removed one', async () => {
  await open();
  await page.goto(`${preview.origin}/docs/intro`);
  site.write('docs/fresh.md', '# Fresh\n');
  await page.locator('.theme-doc-sidebar-menu').getByText('Fresh').click();
  await page.getByRole('heading', { level: 1, name: 'Fresh' }).waitFor();
  site.remove('docs/fresh.md');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
});

test('searches the text that was just saved, and not the text before it', async () => {
  site.write('docs/other.md', '# Other\n\nThe quokka sleeps.\n');
  await open();
  await page.goto(`${preview.origin}/docs/other`);
  // Until then the link of the search leads to its page.
  await waitForShell(page);
  const dialog = page.getByRole('dialog');
  // A machine too busy to index in time answers what is typed next, so it is typed again.
  const searchFor = async (query: string) => {
    await page.locator('.search-link').click();
    await dialog.getByRole('combobox').fill('');
    await dialog.getByRole('combobox').fill(query);
    await dialog
      .getByText(/\d results?|No results for|Unable to fetch/)
      .first()
      .waitFor({ state: 'attached' });
    const text = await dialog.textContent();
    await page.keyboard.press('Escape');
    return text;
  };
  await expect.poll(() => searchFor('quokka')).toContain('The quokka sleeps.');
  site.write('docs/other.md', '# Other\n\nThe wallaby wakes.\n');
  await page.getByRole('main').getByText('The wallaby wakes.').waitFor();
  await expect.poll(() => searchFor('wallaby')).toContain('The wallaby wakes.');
  await expect.poll(() => searchFor('quokka')).toContain('No results for');
});

test('components of the site keep a state, their own and that of modules of Docusaurus', async () => {
  const component = [
    "import { useState } from 'react';",
    "import BrowserOnly from '@docusaurus/BrowserOnly';",
    'function Presses() {',
    '  const [count, setCount] = useState(0);',
    '  return <button onClick={() => setCount(count + 1)}>Pressed {count} times</button>;',
    '}',
    'export default () => <BrowserOnly>{() => <Presses />}</BrowserOnly>;',
  ];
  site.write('src/components/Presses.jsx', component.join('\n'));
  site.write(
    'docs/presses.mdx',
    "import Presses from '@site/src/components/Presses';\n\n# Presses\n\n<Presses />\n",
  );
  await open();
  await page.goto(`${preview.origin}/docs/presses`);
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await page.getByRole('button', { name: 'Pressed 1 times' }).waitFor();
});

test('renders the page of results', async () => {
  await open();
  await page.goto(`${preview.origin}/search?q=words+of+part+7`);
  await page.getByRole('link', { name: 'Part 7', exact: true }).waitFor();
});

test('serves pages as Markdown and the manual as one text, like a build', async () => {
  await open();
  site.write('docs/fresh.md', '# Fresh\n\nThe words of the new document.\n');
  await page.goto(`${preview.origin}/docs/intro`);
  await page.locator('.theme-doc-sidebar-menu').getByText('Fresh').waitFor();
  const texts = ['/docs/fresh.md', '/llms.txt', '/llms-full.txt'];
  const pageTexts = await Promise.all(texts.map(async (url) => (await fetch(preview.origin + url)).text()));
  await site.build();
  expect(pageTexts).toEqual(texts.map((url) => site.page(url)));
  expect(pageTexts[2]).toContain('The words of the new document.');
});

test("another site can't read the preview through a name of its own", async () => {
  await open();
  const { port } = new URL(preview.origin);
  const paths = [
    '/docs/intro',
    '/docs/intro.md',
    '/_page/docs/intro.json',
    '/_dev/page?path=/docs/intro',
    '/',
  ];
  for (const address of paths) {
    const [status, text] = await new Promise<[number | undefined, string]>((resolve) => {
      request({ port, host: '127.0.0.1', path: address, headers: { host: 'evil.example' } }, (answer) => {
        let text = '';
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve([answer.statusCode, text]));
      }).end();
    });
    expect([address, status]).toEqual([address, 401]);
    expect(text).not.toContain('Intro');
  }
});

test("another site can't frame the preview or read its pages", async () => {
  await open();
  for (const address of ['/docs/intro', '/_page/docs/intro.json', '/_dev/changes']) {
    const { headers, body } = await fetch(preview.origin + address);
    await body?.cancel();
    expect([address, Object.fromEntries(headers)]).toEqual([
      address,
      expect.objectContaining({
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-content-type-options': 'nosniff',
      }),
    ]);
  }
});

test('without the gate, the writer is signed in, even after signing out', async () => {
  await open();
  const session = await fetch(`${preview.origin}/auth/session`);
  expect(await session.json()).toMatchObject({ state: 'signed-in', user: { email: 'writer@example.com' } });
  await page.goto(`${preview.origin}/docs/other`);
  const signedOut = await page.evaluate(
    async () => (await fetch('/auth/sign-out', { method: 'POST' })).status,
  );
  expect(signedOut).toBe(204);
  await expect.poll(async () => (await fetch(`${preview.origin}/docs/other`)).status).toBe(200);
});

test('without the gate, the navbar has themes and administration, but no account', async () => {
  await open();
  await page.goto(`${preview.origin}/docs/other`);
  const navbar = page.getByRole('banner');
  await navbar.locator(`summary[aria-label="${english.theme}"]`).click();
  await navbar.getByRole('link', { name: english.administration }).waitFor();
  await navbar.getByRole('button', { name: english.themeDark }).waitFor();
  for (const name of [english.account, english.signIn, english.signOut])
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
});

test('shows saved changes to the sources of a component', async () => {
  site.write('site.config.ts', "export default { name: 'Manual', sections: './sections/index.ts' };\n");
  site.write(
    'sections/index.ts',
    "import { words } from './words.ts';\nexport default { Words: () => [words] };\n",
  );
  site.write('sections/words.ts', "export const words = 'Words of before.';\n");
  site.write('docs/other.md', '# Other\n\n<Words />\n');
  // Runs in a process of its own, because the test runner loads modules in its own way.
  const { SITE_DIR = '', DIST_DIR } = site.environment();
  const dev = spawn(process.execPath, [path.join(projectDir, 'bin/gatehouse.js'), 'dev'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SITE_DIR, DIST_DIR, PORT: '0' },
    cwd: site.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  program = dev;
  let origin: string | undefined;
  for await (const line of createInterface(dev.stdout)) {
    origin = /^Preview: (.*)$/.exec(line)?.[1];
    if (origin !== undefined) break;
  }
  await page.goto(`${origin}/docs/other`);
  await page.getByText('Words of before.').waitFor();
  site.write('sections/words.ts', "export const words = 'Words of now.';\n");
  await page.getByText('Words of now.').waitFor();
});

test('opens each language on its first request, and follows saves in it', async () => {
  const translated = 'i18n/es/docusaurus-plugin-content-docs/current/other.md';
  site.write('site.config.ts', "export default { i18n: { defaultLocale: 'en', locales: ['en', 'es'] } };\n");
  site.write(translated, '# Otra\n\nPalabras de antes.\n');
  await open();
  const main = await (await fetch(`${preview.origin}/docs/other`)).text();
  expect(main.includes('"href":"/es/docs/other"')).toBe(true);
  await page.goto(`${preview.origin}/es/docs/other`);
  await page.getByText('Palabras de antes.').waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
  site.write(translated, '# Otra\n\nPalabras de ahora.\n');
  await page.getByText('Palabras de ahora.').waitFor();
  const untranslated = await (await fetch(`${preview.origin}/es/docs/intro`)).text();
  expect(untranslated.includes('Words of part 40.')).toBe(true);
  const readSearchAnswer = async () => {
    const requests = [{ indexName: 'docs', query: 'ahora' }];
    const body = JSON.stringify({ requests });
    return (await fetch(`${preview.origin}/1/indexes/*/queries`, { method: 'POST', body })).text();
  };
  await expect.poll(readSearchAnswer).toContain('/es/docs/other');
});

test("reports links that are broken in their own language, and trusts the languages that it hasn't read", async () => {
  site.write('site.config.ts', "export default { i18n: { defaultLocale: 'en', locales: ['en', 'es'] } };\n");
  const links = ['/es/docs/other', '/es/docs/only-there', '/es', '/docs/nowhere', '/docs/only-there'];
  site.write('docs/linked.md', `# Linked\n\n${links.map((link) => `[Page](${link})\n`).join('\n')}`);
  site.write(
    'i18n/es/docusaurus-plugin-content-docs/current/linked.md',
    '# Enlaces\n\n[Otra](/docs/other) y [nada](/es/docs/nowhere)\n',
  );
  await open();
  const readProblems = async (address: string): Promise<string[]> => {
    const answer: DevPage = await (await fetch(`${preview.origin}/_dev/page?path=${address}`)).json();
    return answer.problems.map(({ text }) => text);
  };
  expect(await readProblems('/docs/linked')).toEqual([
    expect.stringContaining('there is no page at /docs/nowhere'),
    expect.stringContaining('there is no page at /docs/only-there'),
  ]);
  // The request for the page opens its language.
  expect((await fetch(`${preview.origin}/es/docs/linked`)).status).toBe(200);
  expect(await readProblems('/es/docs/linked')).toEqual([
    expect.stringContaining('there is no page at /es/docs/nowhere'),
  ]);
});

test("explains why a site can't be shown, and shows it once that is fixed", async () => {
  site.write('src/pages/about.tsx', 'export default function About() { return <p>About');
  await open();
  await page.goto(`${preview.origin}/docs/other`);
  await page.getByText('src/pages/about.tsx:1').waitFor();
  site.write('src/pages/about.tsx', 'export default function About() { return <p>About</p>; }\n');
  await expect.poll(async () => (await fetch(`${preview.origin}/about`)).status).toBe(200);
});

test('requires sign-in with the gate', async () => {
  const canary = randomBytes(8).toString('hex');
  site.write('docs/other.md', `# Other\n\n${canary}\n`);
  await open(true);
  for (const path of [
    '/docs/other',
    '/_page/docs/other.json',
    '/_dev/page?path=/docs/other',
    '/_dev/changes',
    '/docs/other.md',
    '/llms-full.txt',
    `/search?q=${canary}`,
  ]) {
    const answer = await fetch(preview.origin + path, { redirect: 'manual' });
    expect([303, 401]).toContain(answer.status);
    expect(await answer.text()).not.toContain(canary);
  }
  const body = JSON.stringify({ requests: [{ indexName: 'docs', query: canary }] });
  const search = await fetch(`${preview.origin}/1/indexes/*/queries`, { method: 'POST', body });
  expect([search.status, (await search.text()).includes(canary)]).toEqual([401, false]);
  await page.goto(`${preview.origin}/docs/other`);
  await page.getByLabel(english.email).fill('ada@example.com');
  await page.getByLabel(english.password).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByText(canary).waitFor();
  await expect.poll(() => page.getByRole('banner').locator('.account-link').isVisible()).toBe(true);
});
