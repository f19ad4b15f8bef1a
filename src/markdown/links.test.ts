import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compile, pixel } from '../../testing/compile.ts';

const docs = {
  'lower.md': '/docs/lower',
  'with space.md': '/docs/with space',
  'sub/01-in.mdx': '/docs/sub/in',
  '文档.md': '/docs/文档',
};
const listHrefs = async (source: string, path = '/docs/page') =>
  (await compile(source, { docs, document: { path } })).links.map(({ href }) => href);

test('turns links to Markdown files into permalinks', async () => {
  expect(
    await listHrefs(
      '[a](./lower.md) [b](lower.md#x) [c](/lower.md?q=1#y) [d](docs/lower.md) [e](<./with space.md>) [f](./with%20space.md) [g](@site/docs/sub/01-in.mdx) [h](文档.md) [i][r]\n\n[r]: ./lower.md "Title"\n',
    ),
  ).toEqual([
    '/docs/lower',
    '/docs/lower#x',
    '/docs/lower?q=1#y',
    '/docs/lower',
    '/docs/with space',
    '/docs/with space',
    '/docs/sub/in',
    '/docs/文档',
    '/docs/lower',
  ]);
});

test('resolves other relative links against the page, with or without a trailing slash', async () => {
  const source = '[a](child) [b](../up) [c](./) [d](#h) [e](?q) [f](../../../top)';
  expect(await listHrefs(source)).toEqual(['/docs/child', '/up', '/docs/', '#h', '/docs/page?q', '/top']);
  expect(await listHrefs(source, '/docs/idx/')).toEqual([
    '/docs/idx/child',
    '/docs/up',
    '/docs/idx/',
    '#h',
    '/docs/idx/?q',
    '/top',
  ]);
});

test('encodes addresses once in the HTML', async () => {
  const { html } = await compile('[a](<./with space.md>) [b](/x%20y) [c](/文) [d](/a%)', { docs });
  expect([...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([
    '/docs/with%20space',
    '/x%20y',
    '/%E6%96%87',
    '/a%25',
  ]);
});

test('records what the author wrote and its line, including front matter', async () => {
  const { links } = await compile('---\ntitle: x\n---\n\n# T\n\nSee [a](./lower.md).\n', { docs });
  expect(links).toEqual([{ href: '/docs/lower', written: './lower.md', checked: true, line: 7, column: 5 }]);
});

test('neither changes nor checks raw links and pathname://', async () => {
  const { links, html } = await compile('<a href="./raw.md">r</a> [p](pathname:///x.zip)\n');
  expect(links).toMatchObject([
    { href: './raw.md', checked: false },
    { href: '/x.zip', checked: false },
  ]);
  expect(html).toContain('<a href="./raw.md">r</a>');
});

test('opens links to other sites in a new tab', async () => {
  const { html, links } = await compile('[x](https://x.example/a.md) [m](mailto:a@b.example)\n');
  expect(html).toContain('<a href="https://x.example/a.md" target="_blank" rel="noopener noreferrer">x</a>');
  expect(html).toContain('<a href="mailto:a@b.example">m</a>');
  expect(links.map(({ checked }) => checked)).toEqual([true, true]);
});

test('opens every address with a protocol in a new tab on a site that moved in', async () => {
  const addresses = [
    'https://x.example',
    '//x.example/a',
    'mailto:a@b.example',
    'tel:+34123',
    'pathname:///x.zip',
  ];
  const { html } = await compile(addresses.map((address) => `[x](${address})`).join(' '), {
    usesInfima: true,
  });
  const links = html.match(/<a [^>]*>/g) ?? [];
  expect(links).toHaveLength(addresses.length);
  for (const link of links) expect(link).toContain('target="_blank" rel="noopener noreferrer"');
});

test('keeps the target and relation of a link that the author gave', async () => {
  const source =
    'import Link from \'@docusaurus/Link\';\n\n<Link to="https://x.example" target="_self" rel="license">x</Link>\n';
  const { html } = await compile(source, { usesInfima: true });
  expect(html).toContain('<a href="https://x.example" target="_self" rel="license">x</a>');
});

test('resolves links of components like those of Markdown', async () => {
  const { links } = await compile(
    'import Link from \'@docusaurus/Link\';\n\n<Link to="./child?x#y">a</Link> <Link href="https://e.example">b</Link>\n',
  );
  expect(links.map(({ href, checked }) => [href, checked])).toEqual([
    ['/docs/child?x#y', true],
    ['https://e.example', true],
  ]);
});

test("doesn't check a component’s link without the base path, which leaves the site", async () => {
  const { links } = await compile(
    'import Link from \'@docusaurus/Link\';\n\n<Link to="/in">a</Link> <Link to="/out" autoAddBaseUrl={false}>b</Link>\n',
    { basePath: '/base/' },
  );
  expect(links.map(({ href, checked }) => [href, checked])).toEqual([
    ['/base/in', true],
    ['/out', false],
  ]);
});

test('reports a link to a missing document with its place', async () => {
  const { links, problems } = await compile('a\n\nb [x](./missing.md) [y](../Lower.md)\n', { docs });
  expect(links.map(({ href }) => href)).toEqual(['/docs/missing.md', '/Lower.md']);
  expect(problems).toMatchObject([
    { code: 'broken-markdown-link', severity: 'error', file: 'docs/page.md', line: 3, column: 3 },
    { code: 'broken-markdown-link', line: 3, column: 21 },
  ]);
});

test('turns files by path into assets named by their content', async () => {
  const files = { 'docs/a b.pdf': 'pdf', 'static/f.zip': 'zip', 'docs/i.png': pixel };
  const { html, assets, links, dependencies } = await compile(
    '[x](<./a b.pdf>) [y](/f.zip) [z](@site/docs/i.png)\n',
    { files },
  );
  const hash = createHash('sha256').update('pdf').digest('hex');
  expect(html).toContain(`<a href="/_assets/a-b.${hash.slice(0, 16)}.pdf" target="_blank"`);
  expect(assets.map(({ url }) => url.replace(/\.\w{16}\./, '.'))).toEqual([
    '/_assets/a-b.pdf',
    '/_assets/f.zip',
    '/_assets/i.png',
  ]);
  expect(links).toEqual([]);
  expect(dependencies).toContainEqual({ kind: 'file', file: Object(assets[0]).file, hash });
});

test('gives images their size and loads them lazily', async () => {
  const files = { 'docs/img/i.png': pixel, 'static/img/s.png': pixel };
  const { html, problems } = await compile(
    '![A & b](./img/i.png "T") ![](/img/s.png) ![ref][r] ![](https://x.example/i.png)\n\n[r]: ./img/i.png\n',
    { files },
  );
  expect(problems).toEqual([]);
  expect(html).toMatch(
    /<img src="\/_assets\/i\.\w{16}\.png" alt="A &#x26; b" title="T" width="1" height="1" loading="lazy" decoding="async">/,
  );
  expect(html.match(/\/_assets\/i\./g)).toHaveLength(2);
  expect(html).toContain('<img src="https://x.example/i.png" alt="" loading="lazy" decoding="async">');
});

test('finds raw images of the default language in other languages', async () => {
  const { problems } = await compile('<img src="/base/s.png" /> <img src="/base/es/s.png" />\n', {
    files: { 'static/s.png': pixel },
    rootPath: '/base/',
    basePath: '/base/es/',
  });
  expect(problems).toEqual([]);
});

test('reports a missing image with its place', async () => {
  const { problems, html } = await compile('a\n\n![x](./nope.png)\n');
  expect(problems).toMatchObject([{ code: 'missing-image', severity: 'error', line: 3, column: 1 }]);
  expect(html).toContain('<img src="./nope.png" alt="x"');
});

test('reports a link without an address', async () => {
  const { html, links } = await compile('[a]()\n');
  expect(html).toBe('<p><a href="">a</a></p>');
  expect(links).toMatchObject([{ href: '', checked: false }]);
});

test('treats an address with any scheme as external', async () => {
  const { html } = await compile('[a](vscode-insiders://x/y.md) [b](ms-settings:about)\n');
  expect(html).toContain('href="vscode-insiders://x/y.md"');
  expect(html).toContain('href="ms-settings:about"');
});

test('removes an empty query or fragment, and keeps only the fragment of a file', async () => {
  const { links, html } = await compile(
    '[a](./other.md#) [b](./other.md?#c) [d](./e.pdf?f=1#g) ![](./i.png?h)\n',
    {
      files: { 'docs/e.pdf': 'x', 'docs/i.png': pixel },
      docs: { 'other.md': '/docs/other' },
    },
  );
  expect(links.map(({ href }) => href)).toEqual(['/docs/other', '/docs/other#c']);
  expect(html).toMatch(/href="\/_assets\/e\.\w{16}\.pdf#g"/);
  expect(html).toMatch(/src="\/_assets\/i\.\w{16}\.png"/);
});

test('keeps the address after pathname:// as it is', async () => {
  expect((await compile('[a](pathname://../b)\n')).html).toContain('<a href="../b"');
});
