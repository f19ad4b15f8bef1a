import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';

let site: TestSite;
beforeEach(() => {
  site = new TestSite({ 'docs/a.md': '# A\n\n## Part\n' });
});
afterEach(() => site[Symbol.dispose]());

/** `severity code file:line:column message` */
async function problems(): Promise<string[]> {
  const result = await site.build();
  return result.problems.map(({ severity, code, file, line, column, message }) => {
    const place = [file?.replace(`${site.root}/`, ''), line, column].filter((part) => part !== undefined);
    return `${severity} ${code} ${place.join(':')} ${message}`;
  });
}

test('a link to a heading of a document that did not compile is not called broken', async () => {
  site.write('docs/b.md', "import Part from './_none.md';\n\n# B\n\n## Step\n\n<Part />\n");
  site.write('docs/c.md', '# C\n\n[Step](./b.md#step), [A](./a.md#none)\n');
  expect(await problems()).toEqual([
    expect.stringMatching(/^error missing-import docs\/b\.md:1/),
    'error broken-anchor docs/c.md:3:22 Broken link "./a.md#none": nothing on /docs/a has the id "none".',
  ]);
});

test('a dead link of the sidebars file is an error at its line', async () => {
  site.write('static/file.pdf', 'pdf');
  const links = [
    '/docs/a#part',
    '/file.pdf',
    'https://x.example/',
    'pathname:///app',
    '/docs/aa',
    '/docs/a#pard',
  ];
  const items = links.map((href) => `    { type: 'link', label: 'L', href: '${href}' },`);
  site.write('sidebars.js', `module.exports = {\n  main: ['a',\n${items.join('\n')}\n  ],\n};\n`);
  expect(await problems()).toEqual([
    'error broken-link sidebars.js:7 Broken link "/docs/aa": there is no page at /docs/aa. Did you mean "/docs/a"?',
    'error broken-anchor sidebars.js:8 Broken link "/docs/a#pard": nothing on /docs/a has the id "pard". Did you mean "#part"?',
  ]);
});

test('a dead raw link or picture, or link in the folder, is a warning: Docusaurus lets it pass', async () => {
  symlinkSync('nothing.md', path.join(site.docsDir, 'gone.md'));
  symlinkSync('.', path.join(site.docsDir, 'again'));
  site.write('static/img/here.png', 'png');
  site.write(
    'docs/b.md',
    [
      '# B',
      '<a href="/docs/a#part">fine</a> <a href="/img/here.png">fine</a> <a href="./gone.md">dead</a>',
      '<a href="/app" data-noBrokenLinkCheck="true">elsewhere</a> <a href="mailto:a@b.example">fine</a>',
      '<img src="/img/here.png?v=1" /> <img src="../img/here.png" /> <img src="data:image/png;base64,AA" />',
      'Text with <img src="/img/gone.png" alt="dead" />',
    ].join('\n\n'),
  );
  const result = await problems();
  expect(result).toEqual([
    'warning broken-link docs/b.md:3:66 Broken link "./gone.md": there is no page at /docs/gone.md.',
    expect.stringMatching(
      /^warning missing-image docs\/b\.md:9:11 The image `\/img\/gone.png` does not exist/,
    ),
    'warning unreadable docs/gone.md This link leads nowhere, and is passed over: correct or remove it.',
  ]);
});

test('a page of the owner that throws when it is rendered is named, and nothing is published', async () => {
  site.write('src/pages/index.tsx', "export default () => { throw new Error('no such thing'); };\n");
  expect(await problems()).toEqual([
    'error page-render src/pages/index.tsx The page fails when it is rendered: no such thing. Mend it, or take it out of the folder.',
  ]);
});

test('a missing picture of Markdown is said once', async () => {
  site.write('docs/b.md', '# B\n\n![x](./gone.png) ![y](pathname:///elsewhere.png)\n');
  expect(await problems()).toEqual([expect.stringMatching(/^error missing-image docs\/b\.md:3:1 /)]);
});

test('a picture that comes where one was missed is seen by the next build', async () => {
  site.write('docs/b.md', '# B\n\n<img src="/img/late.png" />\n');
  expect(await problems()).toHaveLength(1);
  site.write('static/img/late.png', 'png');
  expect(await problems()).toEqual([]);
});

test('with BROKEN_DOCUMENTS=warn the others are published, and so is what could be read of the broken one', async () => {
  site.write(
    'docs/b.md',
    "import Part from './_none.md';\n\n# B\n\n## Step\n\nRead this.\n\n<Part />\n\n{oops()}\n",
  );
  site.write('docs/c.md', '# C\n\n[Step](./b.md#step), [Other](./b.md#other)\n');
  const { ok, problems } = await site.build({ BROKEN_DOCUMENTS: 'warn' });
  expect(problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning missing-import']);
  expect(ok).toBe(true);
  expect(site.page('/docs/b')).toContain('Read this.');
  expect(site.page('/docs/b')).toMatch(/Part of this page couldn.{1,3}t be displayed/);
  expect((await site.build()).ok).toBe(false);
});
