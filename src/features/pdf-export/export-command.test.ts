// @module-tag whole-chromium
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

let site: TestSite;
/** The whole manual, exported once: a browser prints for seconds. */
let manual: { file: string; code: number; stdout: string };
beforeAll(async () => {
  site = new TestSite({
    'docs/1-intro.md':
      '# Intro\n\nSee [the second](./guide/2-second.mdx#part) and [abroad](https://example.com/x).\n\n```mermaid\nflowchart LR\n  A[Well] --> B[House]\n```\n',
    'docs/guide/_category_.json': '{"label":"Guide","link":{"type":"generated-index"}}',
    'docs/guide/1-first.md': `# First\n\n${'A long text of the first article.\n\n'.repeat(80)}`,
    'docs/guide/2-second.mdx':
      'import Tabs from \'@theme/Tabs\';\nimport TabItem from \'@theme/TabItem\';\n\n# Second\n\n## Part\n\n<details>\n<summary>More</summary>\n\nFolded words.\n\n</details>\n\n<Tabs>\n<TabItem value="a" label="Apple">Red fruit.</TabItem>\n<TabItem value="b" label="Pear">Green fruit.</TabItem>\n</Tabs>\n',
    'docs/hidden.md': '---\nunlisted: true\n---\n\n# Hidden\n',
  });
  const { problems } = await site.build();
  expect(problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  const file = path.join(site.root, 'manual.pdf');
  const { code, stdout } = await run('pdf', '--out', file);
  manual = { file, code, stdout };
});
afterAll(() => site[Symbol.dispose]());

const run = (...args: string[]) => runCommand(site, {}, ...args);

const runCommand = (of: TestSite, environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../../bin/gatehouse.js'), 'export', ...args],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DIST_DIR: of.distDir, ...environment },
    },
  ).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Reads the text of each page of a PDF. */
async function readPageTexts(file: string): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
  }
  await task.destroy();
  return pages;
}

test('exports the whole manual with a table of contents and page numbers', async () => {
  expect(manual).toMatchObject({ code: 0, stdout: expect.stringContaining('4 chapters') });
  const pages = await readPageTexts(manual.file);
  const contents = pages.find((page) => page.includes('Contents')) ?? '';
  for (const title of ['Intro', 'First', 'Second']) {
    const number = Number(new RegExp(`${title} (\\d+)`).exec(contents)?.[1]);
    // The first chapter of a category comes after the name of the category.
    expect(pages[number - 1]).toMatch(new RegExp(`^(Guide )?${title}`));
    expect(pages[number - 1]).toMatch(new RegExp(`${number}\\s*$`));
  }
  expect(pages.join(' ')).not.toContain('Hidden');
});

test('uses the font of the pages', async () => {
  const task = getDocument({ data: new Uint8Array(readFileSync(manual.file)), verbosity: 0 });
  const { styles } = await (await (await task.promise).getPage(3)).getTextContent();
  await task.destroy();
  // Without a style sheet, a browser uses a serif font.
  expect(Object.values(styles).map(({ fontFamily }) => fontFamily)).not.toContain('serif');
});

test('opens folded parts, prints tabs under their labels, and prints the addresses of links', async () => {
  const text = (await readPageTexts(manual.file)).join(' ');
  expect(text).toContain('Folded words.');
  expect(text).toMatch(/Apple Red fruit\. .*Pear Green fruit\./);
  expect(text).toContain('(https://example.com/x)');
});

test('draws diagrams', async () => {
  const text = (await readPageTexts(manual.file)).join(' ');
  expect(text).toMatch(/Well.*House|House.*Well/);
  expect(text).not.toContain('flowchart');
});

test('exports one category, and lists the categories if the name is unknown', async () => {
  const out = path.join(site.root, 'guide.pdf');
  expect(await run('pdf', 'guide', '--out', out)).toMatchObject({ code: 0 });
  expect((await readPageTexts(out)).join(' ')).not.toContain('Intro');
  expect(await run('pdf', 'nowhere')).toMatchObject({ code: 1, stderr: expect.stringContaining('Guide') });
  expect(await run('docx')).toMatchObject({ code: 2, stderr: expect.stringContaining('gatehouse export') });
});

/** The colours that a page of a PDF is drawn with, in hexadecimal. */
async function readColors(file: string, number: number): Promise<Set<string>> {
  const task = getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 });
  const { argsArray } = await (await (await task.promise).getPage(number)).getOperatorList();
  await task.destroy();
  return new Set(argsArray.flat().filter((arg) => typeof arg === 'string' && /^#[\da-f]{6}$/.test(arg)));
}

test.each([
  ['an SVG logo', "'/img/logo.svg'"],
  [
    'a logo for each theme, of which paper has the light one',
    "{ light: '/img/logo.svg', dark: '/img/night.svg' }",
  ],
])('the title page has the colour, the date, and %s, and diagrams have the colour', async (_, logo) => {
  using branded = new TestSite({
    'docs/intro.md': '# Intro\n\nWords.\n\n```mermaid\nflowchart LR\n  A[Fill] --> B[Boil]\n```\n',
    'static/img/logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#12ab34" d="M0 0h8v8z"/></svg>',
    'static/img/night.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#ab12cd" d="M0 0h8v8z"/></svg>',
    'site.config.ts': `export default { name: 'Kettles', tagline: 'All about water.', brand: { color: '#b91c1c', logo: ${logo} } };\n`,
  });
  expect((await branded.build()).ok).toBe(true);
  const file = path.join(branded.root, 'kettles.pdf');
  expect(await runCommand(branded, { SITE_DIR: branded.root }, 'pdf', '--out', file)).toMatchObject({
    code: 0,
  });
  const colors = await readColors(file, 1);
  expect(['#12ab34', '#b91c1c', '#ab12cd'].map((color) => colors.has(color))).toEqual([true, true, false]);
  const [title, ...pages] = await readPageTexts(file);
  // The page has no links, so only the frames of the diagram have this colour.
  const diagramPage = 2 + pages.findIndex((text) => /Fill.*Boil/.test(text));
  expect(await readColors(file, diagramPage)).toContain('#b91c1c');
  expect(title).toMatch(new RegExp(`^Kettles All about water\\. \\w+ \\d+, ${new Date().getFullYear()}`));
});
