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
async function listProblems(): Promise<string[]> {
  const result = await site.build();
  return result.problems.map(({ severity, code, file, line, column, message }) => {
    const place = [file?.replace(`${site.root}/`, ''), line, column].filter((part) => part !== undefined);
    return `${severity} ${code} ${place.join(':')} ${message}`;
  });
}

test("doesn't report links to headings of a document that didn't compile", async () => {
  site.write('docs/b.md', "import Part from './_none.md';\n\n# B\n\n## Step\n\n<Part />\n");
  site.write('docs/c.md', '# C\n\n[Step](./b.md#step), [A](./a.md#none)\n');
  expect(await listProblems()).toEqual([
    expect.stringMatching(/^error missing-import docs\/b\.md:1/),
    'error broken-anchor docs/c.md:3:22 Broken link "./a.md#none": nothing on /docs/a has the id "none".',
  ]);
});

test('reports a broken link of the sidebars file as an error, with its line', async () => {
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
  expect(await listProblems()).toEqual([
    'error broken-link sidebars.js:7 Broken link "/docs/aa": there is no page at /docs/aa. Did you mean "/docs/a"?',
    'error broken-anchor sidebars.js:8 Broken link "/docs/a#pard": nothing on /docs/a has the id "pard". Did you mean "#part"?',
  ]);
});

test('only warns about broken links in HTML, missing images in HTML and broken symbolic links, as Docusaurus does', async () => {
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
  const result = await listProblems();
  expect(result).toEqual([
    'warning broken-link docs/b.md:3:66 Broken link "./gone.md": there is no page at /docs/gone.md.',
    expect.stringMatching(
      /^warning missing-image docs\/b\.md:9:11 The image `\/img\/gone.png` doesn't exist/,
    ),
    'warning unreadable docs/gone.md This link leads nowhere and is skipped. Correct or remove it.',
  ]);
});

test('reports a page of the site that throws when it is rendered, and publishes nothing', async () => {
  site.write('src/pages/index.tsx', "export default () => { throw new Error('no such thing'); };\n");
  expect(await listProblems()).toEqual([
    'error page-render src/pages/index.tsx The page fails when it is rendered: no such thing. Fix it, or move it out of the folder.',
  ]);
});

test('reports a missing image of Markdown once', async () => {
  site.write('docs/b.md', '# B\n\n![x](./gone.png) ![y](pathname:///elsewhere.png)\n');
  expect(await listProblems()).toEqual([expect.stringMatching(/^error missing-image docs\/b\.md:3:1 /)]);
});

test('finds an image that was added after it was missed', async () => {
  site.write('docs/b.md', '# B\n\n<img src="/img/late.png" />\n');
  expect(await listProblems()).toHaveLength(1);
  site.write('static/img/late.png', 'png');
  expect(await listProblems()).toEqual([]);
});

test('publishes the readable part of a broken document with BROKEN_DOCUMENTS=warn', async () => {
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

test.each([
  ['navbar', `navbar: { items: [{ label: 'Gone', to: '/gone' }] }`],
  ['navbar menu', `navbar: { items: [{ label: 'More', items: [{ label: 'Gone', to: '/gone' }] }] }`],
  ['footer', `footer: { links: [{ title: 'More', items: [{ label: 'Gone', to: '/gone' }] }] }`],
])('reports a broken link of the %s once', async (_, themeConfig) => {
  site.write(
    'docusaurus.config.js',
    `module.exports = {
  title: 'T',
  url: 'https://example.com',
  baseUrl: '/',
  onBrokenLinks: 'warn',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  themeConfig: { ${themeConfig} },
};
`,
  );
  site.write('docs/index.md', '# Home\n');
  expect(await listProblems()).toEqual([
    'warning broken-link docusaurus.config.js:7 The link “Gone” leads to /gone, but this site has no such page or file. Correct or remove the link.',
  ]);
});
