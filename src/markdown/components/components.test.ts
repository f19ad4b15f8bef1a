import { createElement } from 'react';
import { expect, test } from 'vitest';
import { compile, type Project, pixel } from '../../../testing/compile.ts';
import { plainSettings } from '../plugins/markdown-settings.ts';

const docs = { 'other.md': '/docs/other' };
const compileDocument = (source: string, project: Project = {}) => compile(source, { docs, ...project });
/** Compiles a document and returns its HTML. Fails if there are problems. */
const readHtml = async (source: string, project?: Project) => {
  const { html, problems } = await compileDocument(source, project);
  expect(problems).toEqual([]);
  return html;
};

test('makes the title of a card a link to a file, a page or another site', async () => {
  const { html, links, problems, markdown, blocks } = await compileDocument(
    '<Cards>\n  <Card title="Read" href="./other.md#top" icon="📘">\n\n  How it **works**.\n\n  </Card>\n  <Card title="Start" href="/start">In one line.</Card>\n  <Card title="Elsewhere" href="https://a.example/" />\n</Cards>\n',
  );
  expect(problems).toEqual([]);
  expect(html).toContain(
    '<div class="md-card"><p class="md-card-title"><span class="md-card-icon" aria-hidden="true">📘</span> <a href="/docs/other#top">Read</a></p><p>How it <strong>works</strong>.</p></div>',
  );
  expect(html).toContain('<a href="/start">Start</a></p><p>In one line.</p>');
  expect(links.map(({ href, checked }) => [href, checked])).toEqual([
    ['/docs/other#top', true],
    ['/start', true],
    ['https://a.example/', true],
  ]);
  expect(markdown).toContain('[Start](/start)\n\nIn one line.');
  expect(blocks.map(({ text }) => text)).toEqual([
    '📘 Read',
    'How it works.',
    'Start',
    'In one line.',
    'Elsewhere',
  ]);
});

test('shows the picture of a card, which needs no description beside its title', async () => {
  const html = await readHtml('<Card title="Lamp" image="/img/lamp.png" />\n', {
    files: { 'static/img/lamp.png': pixel },
  });
  expect(html).toMatch(
    /<div class="md-card"><img src="\/_assets\/lamp\.[^"]+" alt="" width="1" height="1" role="presentation"/,
  );
});

test.each([
  ['a numbered list', '<Steps>\n\n3. Open **it**.\n\n   Wait.\n4. Close it.\n\n</Steps>\n', 'start="3"'],
  [
    'steps with titles',
    '<Steps>\n<Step title="Open">Wait.</Step>\n<Step title="Close">\n\n- a\n\n</Step>\n</Steps>\n',
    '<strong>Open</strong>',
  ],
  ['a directive', ':::steps\n\n1. Open\n2. Close\n\n:::\n', '<li>Open</li>'],
  [
    'directives in a directive',
    '::::steps\n:::step[Open `it`]\nWait.\n:::\n:::step[Close]\nThen go.\n:::\n::::\n',
    '<strong>Open <code>it</code></strong>',
  ],
])('draws the steps of %s as one ordered list', async (_, source, part) => {
  const html = await readHtml(source);
  expect(html.match(/<ol [^>]*class="md-steps"[^>]*>|<ol class="md-steps"[^>]*>/g)).toHaveLength(1);
  expect(html).toContain('role="list"');
  expect(html.match(/<li/g)?.length).toBeGreaterThanOrEqual(2);
  expect(html).toContain(part);
});

test('numbers steps in the Markdown copy, with their titles', async () => {
  const { markdown } = await compileDocument(
    '<Steps>\n<Step title="Open">Wait.</Step>\n<Step title="Close">Go.</Step>\n</Steps>\n',
  );
  expect(markdown).toBe('1. **Open**\n\n   Wait.\n\n2. **Close**\n\n   Go.\n');
});

test('folds the sections of an accordion, of which one can be open at a time', async () => {
  const source =
    '<Accordions exclusive>\n<Accordion title="Who pays?" open>We do.</Accordion>\n<Accordion title="When?">\n\nNow.\n\n</Accordion>\n</Accordions>\n\n<Accordions exclusive>\n<Accordion title="Else?">No.</Accordion>\n</Accordions>\n';
  const { html, markdown, headings } = await compileDocument(source);
  expect(html).toContain(
    '<details class="details" open name="accordion-1"><summary>Who pays?</summary><p>We do.</p></details>',
  );
  expect(html.match(/name="[^"]+"/g)).toEqual([
    'name="accordion-1"',
    'name="accordion-1"',
    'name="accordion-2"',
  ]);
  expect(markdown).toBe('**Who pays?**\n\nWe do.\n\n**When?**\n\nNow.\n\n**Else?**\n\nNo.\n');
  expect(headings).toEqual([]);
});

test('puts columns side by side and reads them one after another', async () => {
  const { html, markdown } = await compileDocument(
    '::::columns\n:::column\nLeft\n:::\n:::column\nRight\n:::\n::::\n',
  );
  expect(html).toMatch(/<div class="md-columns"><div class="md-column"><p>Left<\/p>\s*<\/div>/);
  expect(markdown).toBe('Left\n\nRight\n');
});

test('tells files from folders and names from notes in a tree of files', async () => {
  const { html, markdown, blocks } = await compileDocument(
    '<FileTree>\n\n- docs/\n  - `_category_.json` its **label**\n  - **intro.md**\n- static\n  - img/ pictures\n- …\n\n</FileTree>\n',
  );
  const kinds = [...html.matchAll(/<span class="md-tree-(folder|file)">(.*?)<\/span>/g)];
  expect(kinds.map(([, kind, name]) => [kind, name])).toEqual([
    ['folder', 'docs/'],
    ['file', '<code>_category_.json</code>'],
    ['file', '<strong>intro.md</strong>'],
    ['folder', 'static'],
    ['folder', 'img/'],
    ['file', '…'],
  ]);
  expect(html).toContain('<span class="md-tree-note">its <strong>label</strong></span>');
  expect(markdown).toContain('- docs/\n\n  - `_category_.json` its **label**\n  - **intro.md**\n');
  expect(blocks.map(({ text }) => text)).toContain('img/ pictures');
});

test('shows badges and keys in lines, headings and cells', async () => {
  const { html, headings, toc, markdown, problems } = await compileDocument(
    '## Export <Badge tone="warning">Beta</Badge>\n\nPress <Kbd>Ctrl + Shift+P</Kbd>, <Kbd>Ctrl++</Kbd> or :kbd[Esc].\n\n| A |\n|---|\n| <Badge>New</Badge> |\n\n<Badge>One</Badge> <Badge>Two</Badge>\n\n<Badge>Three</Badge>\n',
  );
  expect(problems).toEqual([]);
  expect(html).toContain('<span class="md-badge md-badge-warning">Beta</span>');
  expect(html).toContain('<kbd class="md-keys"><kbd>Ctrl</kbd>+<kbd>Shift</kbd>+<kbd>P</kbd></kbd>');
  expect(html).toContain('<kbd class="md-keys"><kbd>Ctrl</kbd>+<kbd>+</kbd></kbd> or <kbd>Esc</kbd>.');
  expect(html).toContain('<p><span class="md-badge">One</span> <span class="md-badge">Two</span></p>');
  expect(html).toContain('<p><span class="md-badge">Three</span></p>');
  expect(headings).toMatchObject([{ id: 'export-beta', text: 'Export Beta' }]);
  expect(toc).toMatchObject([{ text: 'Export Beta' }]);
  expect(markdown).toContain('Press `Ctrl+Shift+P`, `Ctrl++` or `Esc`.');
});

test.each([
  [
    'as its content',
    '<Figure src="/img/a.png" alt="A lamp">The **lamp**</Figure>',
    'The <strong>lamp</strong>',
  ],
  ['as an attribute', '<Figure src="/img/a.png" alt="A lamp" caption="The lamp" />', 'The lamp'],
  ['as a label', '::figure[The `lamp`]{src=/img/a.png alt="A lamp"}', 'The <code>lamp</code>'],
])('shows a picture with its caption %s', async (_, source, caption) => {
  const html = await readHtml(`${source}\n`, { files: { 'static/img/a.png': pixel } });
  expect(html).toMatch(/<figure class="md-figure"><img src="\/_assets\/a\.[^"]+" alt="A lamp"/);
  expect(html).toContain(`<figcaption>${caption}</figcaption></figure>`);
});

test('puts a caption below a code block', async () => {
  const html = await readHtml('<Figure caption="How to run it">\n\n```sh\nrun\n```\n\n</Figure>\n');
  expect(html).toMatch(/<figure class="md-figure"><div class="[^"]*theme-code-block/);
  expect(html).toContain('<figcaption>How to run it</figcaption>');
});

test('draws components in documents with code, in imported parts and in CommonMark files', async () => {
  const evaluatedDocument =
    'import Part from \'./_part.mdx\';\n\n<Cards>\n<Card title="One">{1 + 1}</Card>\n</Cards>\n\n<Part />\n';
  const html = await readHtml(evaluatedDocument, {
    files: { 'docs/_part.mdx': '<Card title="Two" id="two" className="own">x</Card>\n' },
  });
  expect(html).toMatch(/<strong>One<\/strong><\/p>2<\/div>/);
  expect(html).toContain('<div id="two" class="md-card own">');
  const plain = await readHtml(':::card[Read *this*]{href=other.md}\n\nMore.\n\n:::\n', { format: 'md' });
  expect(plain).toContain('<a href="/docs/other">Read <em>this</em></a>');
});

test('loads styles only for the components that are used', async () => {
  expect((await compileDocument('Text.\n')).styles).toEqual([]);
  const { styles } = await compileDocument('<Badge>x</Badge>\n\n<Badge>y</Badge>\n\n<Step title="s" />\n');
  expect(styles).toEqual([expect.stringMatching(/^\.md-badge\{[^\n]+\}$/)]);
});

test.each([
  ['the document imports', 'import Card from \'./_card.mdx\';\n\n<Card title="a" />\n'],
  ['the document declares', 'export const Card = () => <b>own</b>;\n\n<Card title="a" />\n'],
])('prefers a component that %s', async (_, source) => {
  const html = await readHtml(source, { files: { 'docs/_card.mdx': '**own**\n' } });
  expect(html).toContain('own');
  expect(html).not.toContain('md-card');
});

const glossaryFile = 'Release: A **build**; see [other](other.md).\nAudience: The readers of a page.\n';

test('explains terms from the glossary or in place, each once', async () => {
  const { html, markdown, blocks, problems, links } = await compileDocument(
    'A <Term>release</Term> has an <Term name="audience">audience or two</Term>, and <Term>Release</Term>s a :term[store]{definition="A folder."}.\n\nLast.\n',
    { files: { 'glossary.yaml': glossaryFile } },
  );
  expect(problems).toEqual([]);
  expect(html).toContain(
    '<button type="button" class="md-term" popovertarget="term-1" aria-describedby="term-1">release</button>',
  );
  expect(html.match(/popovertarget="[^"]+"/g)?.map((one) => one.slice(15, -1))).toEqual([
    'term-1',
    'term-2',
    'term-1',
    'term-3',
  ]);
  expect(html).toContain(
    '<div id="term-1" class="md-hint" popover=""><p><strong>release</strong>: A <strong>build</strong>; see <a href="/docs/other">other</a>.</p></div>',
  );
  expect(html.indexOf('Last.')).toBeLessThan(html.indexOf('md-hint'));
  expect(links.map(({ href }) => href)).toEqual(['/docs/other']);
  expect(blocks.map(({ text }) => text)).toEqual([
    'A release has an audience or two, and Releases a store.',
    'Last.',
  ]);
  expect(markdown).toContain('A release[^term-1] has an audience or two[^term-2], and Release[^term-1]s');
  expect(markdown).toContain('[^term-3]: **store**: A folder.');
});

test('prefers the glossary of the docs folder, and can list all its terms', async () => {
  const { html, blocks, problems } = await compileDocument('<Glossary />\n', {
    files: { 'glossary.yaml': glossaryFile, 'docs/glossary.json': '{"b": "B *b*", "a": "A"}' },
  });
  expect(problems).toEqual([]);
  expect(html).toBe('<dl><dt>a</dt><dd>A</dd><dt>b</dt><dd>B <em>b</em></dd></dl>');
  expect(blocks.map(({ text }) => text)).toEqual(['a', 'A', 'b', 'B b']);
});

test('marks links whose page is previewed', async () => {
  const { html, markdown } = await compileDocument(
    'See <Preview>the [other](other.md#top) page</Preview>.\n',
  );
  expect(html).toBe('<p>See the <a href="/docs/other#top" data-preview="">other</a> page.</p>');
  expect(markdown).toBe('See the [other](/docs/other#top) page.\n');
});

test.each([
  [
    '<Term>relase</Term>',
    glossaryFile,
    'The glossary has no "relase". Did you mean "Release"? Add the term to glossary.yaml',
  ],
  [
    '<Term>x</Term>',
    undefined,
    'The glossary has no "x". Add the term to glossary.yaml in the site folder, or write definition="…".',
  ],
  ['<Term>x</Term>', 'x: [1]', 'glossary.yaml needs a text for each term'],
  ['<Term>x</Term>', 'x: "', "glossary.yaml can't be read: "],
  ['<Glossary />', undefined, 'The site has no glossary. Write one in glossary.yaml'],
  ['<Preview>text</Preview>', undefined, '<Preview> needs a link: [text](page.md).'],
])('reports %s with the glossary %j', async (source, text, message) => {
  const { problems } = await compileDocument(`${source}\n`, {
    files: text === undefined ? {} : { 'glossary.yaml': text },
  });
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(message) }]);
});

const OwnBadge = () => createElement('b', {}, 'own');

test("prefers a component of the site's MDXComponents", async () => {
  const html = await readHtml('<Badge tone={2} /> and <Kbd>Esc</Kbd>\n', {
    globals: ['Badge'],
    getCodeVersion: (id) => (id === 'theme:MDXComponents' ? '1' : undefined),
    loadCode: async () => ({ default: { Badge: OwnBadge } }),
  });
  expect(html).toBe('<p><b>own</b> and <kbd>Esc</kbd></p>');
});

const ownSections = { Badge: () => ['own section'] };

test("prefers the site's own sections and admonitions", async () => {
  expect(await readHtml('<Badge />\n', { components: ownSections })).toBe('<p>own section</p>');
  const markdown = { own: { ...plainSettings, admonitions: ['steps'] } };
  const html = await readHtml(':::steps\n\n1. a\n\n:::\n', { markdown, document: { settings: 'own' } });
  expect(html).toContain('theme-admonition');
  expect(html).not.toContain('md-steps');
});

test.each([
  [
    '<Card titel="a" />',
    '<Card> has no attribute `titel`. Did you mean "title"? It has `title`, `href`, `icon`, `image`.',
  ],
  ['<Card />', '<Card> needs `title`: title="…".'],
  [
    '<Badge tone="tipp">x</Badge>',
    '<Badge> has no tone "tipp". Did you mean "tip"? Write one of note, tip, info, warning, danger.',
  ],
  ['<Steps>\n\n- a\n\n</Steps>', '<Steps> needs one numbered list, or nothing but steps: <Step title="…">.'],
  [
    '<FileTree>\n\n1. a\n\n</FileTree>',
    '<FileTree> needs one list of names: lines that start with a hyphen.',
  ],
  ['<Card title={name} />', '<Card> needs `title` as text: title="…". The engine draws it before code runs.'],
  ['<Card title="a" {...rest} />', '<Card> takes no {...spread}. Write each attribute by itself.'],
  ['<Cards wide />', '<Cards> has no attribute `wide`. It has no attributes of its own.'],
  [':::card\n\nx\n\n:::', ':::card needs `title`.'],
  [
    '<Figure src="https://a.example/a.png" />',
    '<Figure> needs `alt`: describe the picture for readers who can\'t see it, or write alt="".',
  ],
  ['Words <Card title="a" /> around.', 'Write the component on lines of its own.'],
  ['<Figure />', '<Figure> shows nothing. Name a picture in `src`, or put content into it.'],
  [
    '{[1].map(() => <Card title="a" />)}',
    "<Card> can't be used in an expression. Write it as an element of the document.",
  ],
])('reports a mistake with its line: %s', async (source, message) => {
  const { problems } = await compileDocument(`Text.\n\n${source}\n`);
  expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
    { line: 3, file: 'docs/page.md', message: expect.stringContaining(message) },
  ]);
});

test('leaves text alone that only looks like a component', async () => {
  const { html, problems } = await compileDocument('At 10:kbd and 10:card.\n\nSee :figure[1].\n');
  expect(html).toBe('<p>At 10:kbd and 10:card.</p>\n<p>See <span>1</span>.</p>');
  expect(problems).toMatchObject([{ code: 'unknown-directive', severity: 'warning', line: 3 }]);
});

test('reports a link and a picture of a component that lead nowhere', async () => {
  const { problems } = await compileDocument('<Card title="a" href="./none.md" image="./none.png" />\n');
  expect(problems.map(({ code, line }) => [code, line])).toEqual([
    ['broken-markdown-link', 1],
    ['missing-image', 1],
  ]);
});
