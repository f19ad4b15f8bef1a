// @module-tag chromium
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are samples of code.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { openReadingSite, type ReadingSite } from '../../testing/reading.ts';

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const siteDir = writeSiteFolder({
  'docusaurus.config.js': `module.exports = { title: 'Tea', url: 'https://tea.example', baseUrl: '/', presets: [['classic', { blog: false }]] };`,
  'src/picture.jsx': `import { useState } from 'react';
export default function Picture() {
  const [name, setName] = useState('one');
  return <p><button onClick={() => setName('deep/two')}>Next picture</button><img alt={name} src={require(\`@site/static/img/\${name}.png\`).default} /></p>;
}
`,
  'src/later.jsx': `import { useState } from 'react';
export default function Later() {
  const [text, setText] = useState('nothing yet');
  const load = (name) => import(\`./parts/\${name}.js\`).then(({ default: words }) => setText(words), ({ message }) => setText(message));
  return <p>{['green', 'black', 'Green'].map((name) => <button key={name} onClick={() => load(name)}>{'Load ' + name}</button>)}<output>{text}</output></p>;
}
`,
  'src/icons.jsx': `import { useState } from 'react';
const icons = require.context('./icons', false, /\\.svg$/);
export default function Icons() {
  const [count, setCount] = useState(1);
  return <p><button onClick={() => setCount(count + 1)}>More icons</button>{icons.keys().slice(0, count).map((key) => { const { default: Icon } = icons(key); return <Icon key={key} className="icon" />; })}</p>;
}
`,
  'src/parts/green.js': "export default 'green tea';\n",
  'src/parts/black.js': "export default 'black tea';\n",
  'src/icons/cup.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>',
  'src/icons/pot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="4" height="4"/></svg>',
  'static/img/one.png': '',
  'static/img/deep/two.png': '',
  'docs/tea.mdx':
    "import Picture from '@site/src/picture';\nimport Later from '@site/src/later';\nimport Icons from '@site/src/icons';\n\n# Tea\n\n<Picture />\n\n<Later />\n\n<Icons />\n",
});
for (const name of ['one', 'deep/two']) writeFileSync(path.join(siteDir, `static/img/${name}.png`), pixel);

let site: ReadingSite;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  site = await openReadingSite({ siteDir, isWhole: true });
  context = await site.signedIn();
  page = await context.newPage();
  await page.goto(`${site.origin}/docs/tea`);
});
afterAll(async () => {
  await context?.close();
  await site?.close();
  rmSync(siteDir, { recursive: true, force: true });
});

/** Clicks until the click has an effect, because one before the component is interactive is lost. */
async function clickUntil(button: string, hasEffect: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: button, exact: true }).click();
      return hasEffect();
    })
    .toBe(true);
}

test('a component shows the picture whose name it has in its state', async () => {
  const isShown = (name: string) =>
    page
      .getByAltText(name, { exact: true })
      .evaluateAll((images) =>
        images.some((image) => image instanceof HTMLImageElement && image.naturalWidth === 1),
      );
  await expect.poll(() => isShown('one')).toBe(true);
  await clickUntil('Next picture', () => isShown('deep/two'));
});

test.each([
  ['Load green', 'green tea'],
  ['Load black', 'black tea'],
  ['Load Green', 'Did you mean "green.js"?'],
])('a click loads a module whose name is partly known: %s', async (button, text) => {
  await clickUntil(button, async () => ((await page.locator('output').textContent()) ?? '').includes(text));
});

test('a component shows files of a folder', async () => {
  const countIcons = () => page.locator('svg.icon').count();
  expect(await countIcons()).toBe(1);
  await clickUntil('More icons', async () => (await countIcons()) === 2);
  expect(await page.locator('svg.icon rect').count()).toBe(1);
});
