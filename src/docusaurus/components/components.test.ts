import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listErrors, TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

// A component that is identical to its twin except for the name, which the bundler shortens.
const writeTwin = (name: string) =>
  `import { useState } from 'react';\nexport default function ${name}() {\n  return <b>{useState(1)[0]}</b>;\n}\n`;

let site: TestSite;
beforeAll(() => {
  site = new TestSite({
    'docs/a.mdx': "import Note from '@site/src/note';\n\n# A\n\n<Note>Text</Note>\n",
    'docs/b.mdx': "import Other from '../src/other';\n\n# B\n\n<Other />\n",
    'docs/c.md': '# C\n',
    'docs/d.mdx': "import One from '../src/one';\n\n# D\n\n<One />\n",
    'docs/e.mdx': "import Two from '../src/two';\n\n# E\n\n<Two />\n",
    'src/note.jsx':
      "import { word } from './word';\nexport default ({ children }) => <b>{word} {children}</b>;\n",
    'src/word.js': "export const word = 'First';\n",
    'src/one.jsx': writeTwin('One'),
    'src/two.jsx': writeTwin('Two'),
    'src/other.tsx': 'export default function Other() {\n  return <i>Other</i>;\n}\n',
  });
});
afterAll(() => site[Symbol.dispose]());

test('compiles only the documents that use a changed component', async () => {
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 5 } });
  expect(site.page('/docs/a')).toContain('<b>First Text</b>');
  expect(site.page('/docs/b')).toContain('<i>Other</i>');
  site.write('src/word.js', "export const word = 'Second';\n");
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 1, rendered: 1 } });
  expect(site.page('/docs/a')).toContain('<b>Second Text</b>');
  site.write(
    'src/one.jsx',
    writeTwin('One').replace('useState }', 'useRef, useState }').replace('[0]', '[useRef(0).current]'),
  );
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 1, rendered: 1 } });
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 0, rendered: 0 } });
});

test('reports mistakes in components by file and line, with the next step', async () => {
  const broken = {
    absent: "import x from './gone';\nexport default () => <b>{x}</b>;\n",
    early: 'const size = document.title;\nexport default () => <b>{size}</b>;\n',
    late: 'export default () => {\n  return <b>{window.name}</b>;\n};\n',
    lost: "import x from 'no-such-package';\nexport default () => <b>{x}</b>;\n",
    unclear: 'export default () => <b>{</b>;\n',
  };
  const files = Object.entries(broken).flatMap(([name, code]) => [
    [`docs/${name}.mdx`, `import Broken from '@site/src/${name}';\n\n# A\n\n<Broken />\n`],
    [`src/${name}.jsx`, code],
  ]);
  using other = new TestSite(Object.fromEntries(files));
  const { ok, problems } = await other.build();
  expect(ok).toBe(false);
  const reports = problems.map(
    ({ file = '', line, message }) => `${file.replace(/^.*\/site-[^/]+\//, '')}:${line} ${message}`,
  );
  expect(reports).toEqual([
    expect.stringMatching(/^docs\/absent\.mdx:1 /),
    expect.stringMatching(/^docs\/early\.mdx:1 .*document is not defined \(src\/early\.jsx:1\).*BrowserOnly/),
    expect.stringMatching(/^docs\/late\.mdx:5 .*window is not defined \(src\/late\.jsx:2\).*useEffect/),
    expect.stringMatching(/^docs\/unclear\.mdx:1 /),
    expect.stringMatching(/^src\/absent\.jsx:1 `\.\/gone` doesn't exist/),
    expect.stringMatching(/^src\/lost\.jsx:1 .*npm install no-such-package/),
    expect.stringMatching(/^src\/unclear\.jsx:1 .*isn't valid JavaScript/),
  ]);
});

test('reports components that wait, and `import()` in documents, with what to write instead', async () => {
  using other = new TestSite({
    'docs/lazy.mdx':
      "import { lazy, Suspense } from 'react';\n\nexport const Late = lazy(() => import('../src/plain'));\n\n# Lazy\n\n<Suspense><Late /></Suspense>\n",
    'docs/thrown.mdx': "import { Thrown } from '@site/src/wait';\n\n# Thrown\n\n<Thrown />\n",
    'docs/wait.mdx': "import { Wait } from '@site/src/wait';\n\n# Wait\n\n<Wait />\n",
    'src/plain.jsx': 'export default () => <b>plain</b>;\n',
    'src/wait.jsx':
      'export async function Wait() { return <b>waited</b>; }\nexport function Thrown() { throw new Promise(() => {}); }\n',
  });
  const { problems } = await other.build();
  expect(problems.map(({ file = '', line, message }) => `${path.basename(file)}:${line} ${message}`)).toEqual(
    [
      expect.stringMatching(/^lazy\.mdx:\d+ .*can't use `import\(\)`.*Import at the top of the document/),
      expect.stringMatching(/^thrown\.mdx:5 .*waits for something while it is rendered.*`useEffect`/),
      expect.stringMatching(/^wait\.mdx:5 .*waits for something while it is rendered.*`useEffect`/),
    ],
  );
});

test('warns about a module of Node in a component that runs in browsers, and in no other', async () => {
  using other = new TestSite({
    'docs/a.mdx':
      "import Live from '@site/src/live';\nimport Still from '@site/src/still';\n\n# A\n\n<Live />\n\n<Still />\n",
    'src/live.jsx':
      "import { useState } from 'react';\nimport fs from 'node:fs';\nimport { join } from './paths';\nexport default () => <b onClick={() => fs.rmSync(join('a'))}>{useState(1)[0]}</b>;\n",
    'src/paths.js': "import path from 'path';\nexport const join = (name) => path.join('b', name);\n",
    'src/still.jsx':
      "import crypto from 'crypto';\nexport default () => <i>{crypto.createHash('sha1').update('a').digest('hex')}</i>;\n",
  });
  const { ok, problems } = await other.build();
  expect(ok).toBe(true);
  expect(problems.map(formatProblem)).toEqual([
    expect.stringMatching(/^src\/live\.jsx:2: warning: Browsers don't have Node's module `node:fs`/),
    expect.stringMatching(/^src\/paths\.js:1: warning: Browsers don't have Node's module `path`/),
  ]);
  expect(other.page('/docs/a')).toContain('<i>86f7e437faa5a7fce15d1ddcb9eaeaea377667b8</i>');
});

test('shows components of a theme in the site folder', async () => {
  using other = new TestSite({
    'docusaurus.config.js':
      "module.exports = { title: 'A', url: 'https://a.example', baseUrl: '/', presets: ['classic'], themes: ['./looks'] };\n",
    'looks/index.js': "module.exports = () => ({ name: 'looks', getThemePath: () => './theme' });\n",
    'looks/theme/Callout/index.jsx':
      "import Icon from '@theme/Callout/Icon';\nexport default ({ children }) => <aside><Icon />{children}</aside>;\n",
    'looks/theme/Callout/Icon.jsx': 'export default () => <b>!</b>;\n',
    'looks/theme/Layout/index.jsx': 'export default () => <p>Another shell</p>;\n',
    'docs/a.mdx': "import Callout from '@theme/Callout';\n\n# A\n\n<Callout>Mind</Callout>\n",
    'src/pages/index.jsx':
      "import Layout from '@theme/Layout';\nimport Callout from '@theme/Callout';\nexport default () => <Layout><Callout>Home</Callout></Layout>;\n",
  });
  expect(listErrors(await other.build())).toEqual([]);
  expect(other.page('/docs/a')).toContain('<aside><b>!</b>Mind</aside>');
  expect(other.page('/')).toContain('<aside><b>!</b>Home</aside>');
  expect(other.page('/')).not.toContain('Another shell');
});

test("reports endless components, values that can't be handed over and missing files by file and line", async () => {
  using other = new TestSite({
    'docs/a.mdx': "import Box from '@site/src/box';\n\n# A\n\n<Box />\n",
    'docs/b.mdx':
      "import Live from '@site/src/live';\n\nexport const self = { list: [] };\n\n# B\n\n<Live self={(self.list.push(self), self)} />\n",
    'docs/c.mdx': "import Live from '@site/src/live';\n\n# C\n\n<Live self={Math.max} />\n",
    'docs/d.mdx': "import Made from '@site/src/made';\n\n# D\n\n<Made />\n",
    'src/made.jsx': "import facts from '@generated/facts.json';\nexport default () => <b>{facts.name}</b>;\n",
    'src/box.jsx': "import Lid from './lid';\nexport default () => <b><Lid /></b>;\n",
    'src/lid.jsx': "import Box from './box';\nexport default () => <i><Box /></i>;\n",
    'src/live.jsx': "import { useState } from 'react';\nexport default () => <b>{useState(1)[0]}</b>;\n",
    'src/pages/shop.jsx':
      "import Layout from '@theme/Layout';\n\nexport default function Shop() {\n  return <Layout>{window.name}</Layout>;\n}\n",
  });
  const { ok, problems } = await other.build();
  expect(ok).toBe(false);
  const reports = problems.map(({ file = '', line, message }) => `${path.basename(file)}:${line} ${message}`);
  expect(reports).toEqual([
    expect.stringMatching(/^a\.mdx:5 .*a component contains itself \(src\/\w+\.jsx:2\)/),
    expect.stringMatching(/^b\.mdx:7 `self\.list\[0\]` is contained in itself, which can't be passed/),
    expect.stringMatching(/^c\.mdx:5 `self` is a function, which can't be passed.*own file/),
    expect.stringMatching(/^d\.mdx:1 .*@generated\/facts\.json/),
    expect.stringMatching(/^shop\.jsx:4 .*window is not defined.*useEffect/),
    expect.stringMatching(/^made\.jsx:1 .*@generated\/facts\.json.*Write the file into the site folder/),
  ]);
});

test('reports a missing export where it is imported', async () => {
  site.write('src/note.jsx', 'export const Box = () => <b>Box</b>;\n');
  site.write('docs/a.mdx', "import { Bix } from '@site/src/note';\n\n# A\n\n<Bix />\n");
  const result = await site.build();
  expect(listErrors(result)).toEqual([expect.stringMatching(/^missing-export .*docs\/a\.mdx:1$/)]);
  expect(result.problems[0]?.message).toContain('Did you mean `Box`?');
});

test('marks the place of a component that fails, and shows everything around it', async () => {
  using other = new TestSite({
    'docs/a.mdx':
      "import { Bad, Good } from '@site/src/parts';\n\n# A\n\n## One\n\n<Good>\n\n<Bad />\n\n</Good>\n\nLast words.\n",
    'src/parts.jsx':
      "export const Good = ({ children }) => <section>Good {children}</section>;\nexport const Bad = () => {\n  throw new Error('no tea');\n};\n",
  });
  const { ok, problems } = await other.build({ BROKEN_DOCUMENTS: 'warn' });
  expect(ok).toBe(true);
  expect(problems.map(({ severity, line, message }) => `${severity} ${line}: ${message}`)).toEqual([
    'warning 9: A component fails: no tea (src/parts.jsx:3).',
  ]);
  const page = other.page('/docs/a') ?? '';
  expect(page).toMatch(/<section>Good <span class="component-failed"/);
  expect(page).toContain('Last words.');
  expect(page).toContain('id="one"');
});

test("reports a file that the bundler can't read, and builds the others", async () => {
  using other = new TestSite({
    'docs/a.mdx': "import data from '@site/src/data';\n\n# A\n\n{data.name}\n",
    'docs/b.mdx':
      "import Fine from '@site/src/fine';\n\n# B\n\n<Fine /> Written with `require('flowing')`, or ``require('odd')``.\n",
    'src/pages/odd.jsx': "import odd from 'odd';\nexport default () => <b>{odd}</b>;\n",
    'node_modules/flowing/index.js': "import typeof * as Flow from './flow';\n",
    'node_modules/odd/index.js': 'export default function {\n',
    'src/data.js': "import data from './broken.json';\nexport default data;\n",
    'src/broken.json': '{ "name": }\n',
    'src/fine.tsx':
      "import styles from './fine.module.scss';\nimport data from '!!yaml-loader!./words.yaml';\nexport default function Fine() {\n  return <i className={styles.box}>{data.words[0]}</i>;\n}\n",
    // The package of this language isn't installed.
    'src/fine.module.scss': '.box { b { color: red } }\n',
    'src/words.yaml': 'words: [Fine]\n',
    // For editors only, and its package isn't installed.
    'tsconfig.json': '{ "extends": "@docusaurus/tsconfig" }\n',
  });
  const { ok, problems } = await other.build({ BROKEN_DOCUMENTS: 'warn' });
  expect(ok).toBe(true);
  expect(problems.map(({ code, file = '' }) => `${code} ${file.replace(/^.*\/(?=docs|src)/, '')}`)).toEqual([
    'mdx-code docs/a.mdx',
    'page-code src/pages/odd.jsx',
    'component-file node_modules/odd/index.js',
    'component-file src/broken.json',
    'missing-package src/fine.module.scss',
  ]);
  expect(problems.at(-1)?.message).toContain('npm install sass');
  expect(problems.at(-3)?.message).toMatch(/^This file can't be read: \w/);
  expect(other.page('/docs/b')).toContain('<i>Fine</i>');
});

test('hydrates functions of a document without putting any of its words into a script', async () => {
  using other = new TestSite({
    'docs/a.mdx':
      "import Note from '@site/src/note';\n\nexport const shout = (text) => text + ' quince!';\n\n# A\n\n<Note format={(n) => 'kumquat ' + n}>\n\n**Medlar** text.\n\n</Note>\n\n<Note format={shout} />\n\n<button onClick={() => alert('loquat')}>Rowan</button>\n",
    'src/note.jsx':
      "import { useState } from 'react';\nimport Table from './table.md';\nexport default ({ format, children }) => {\n  const [n] = useState(1);\n  return <><b>{format(n)}{children}</b><Table /></>;\n};\n",
    'src/table.md': '| Fruit |\n| - |\n| Mulberry |\n',
    'src/pages/fruit.jsx':
      "import Note from '@site/src/note';\nexport default () => <Note format={(n) => 'damson ' + n} />;\n",
  });
  const { ok, problems } = await other.build();
  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  const page = other.page('/docs/a') ?? '';
  expect(page).toContain('<b>kumquat 1');
  expect(page).toContain('<strong>Medlar</strong>');
  expect(page).toContain('<b>1 quince!');
  expect(page).toContain('<td>Mulberry</td>');
  expect(page.match(/<live-island/g)).toHaveLength(3);
  expect(page).toMatch(/<live-words [^>]*data-words="[^"]*loquat/);
  // A page that hands over a function is hydrated as a whole.
  expect(other.page('/fruit')).toContain('<b>damson 1');
  const scripts = [...other.served()].filter(([url]) => url.endsWith('.js'));
  expect(scripts.some(([, code]) => code.includes('useState'))).toBe(true);
  for (const [, code] of scripts)
    expect(code).not.toMatch(/kumquat|medlar|quince|loquat|rowan|mulberry|damson/i);
});

test('gives the headings of Markdown that pages and components import the ids of a document', async () => {
  using other = new TestSite({
    'docs/a.mdx': "import Fold from '@site/src/fold';\n\n# A\n\n<Fold />\n",
    'src/fold.jsx':
      "import { useState } from 'react';\nimport Part from './part.mdx';\nexport default () => { useState(0); return <Part name=\"n\" />; };\n",
    'src/part.mdx':
      '---\nslug: x\n---\n\n## Persimmon & `cherry`\n\n## Persimmon & `cherry`\n\n### Our *{props.name}* {#sloe}\n\n#### Über uns\n',
    'src/pages/list.jsx':
      'import Part from \'../part.mdx\';\nexport default () => <main><Part name="m" /></main>;\n',
  });
  const { problems } = await other.build();
  expect(problems).toEqual([]);
  const ids = ['persimmon--cherry', 'persimmon--cherry-1', 'sloe', 'über-uns'];
  for (const page of ['/docs/a', '/list']) {
    const html = Buffer.from(other.page(page) ?? '', 'latin1').toString('utf8');
    expect([...html.matchAll(/<h[2-4] id="([^"]*)"/g)].map(([, id]) => id)).toEqual(ids);
  }
  const scripts = [...other.served()].filter(([url]) => url.endsWith('.js'));
  for (const [, code] of scripts) expect(code).not.toMatch(/persimmon|cherry|sloe/i);
});

test('publishes files of style sheets, loads modules that documents require, and applies MDXComponents', async () => {
  using other = new TestSite({
    'docs/a.mdx':
      "import Box from '@site/src/box';\n\n# A\n\n<Box />\n\n{require('@site/src/list.js').length} things\n",
    'src/box.jsx':
      "import { useState } from 'react';\nimport './box.css';\nexport default () => {\n  useState(1);\n  return <b className=\"box\">Box</b>;\n};\n",
    'src/box.css': ".box {\n  background: url('./tile.svg');\n}\n",
    'src/tile.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n',
    'src/list.js': 'module.exports = [1, 2, 3];\n',
    'src/theme/MDXComponents.jsx':
      "import theirs from '@theme-original/MDXComponents';\nimport Box from '../box';\nexport default {\n  ...theirs,\n  Box,\n  a: (props) => <a {...props} data-own=\"\" />,\n  blockquote: ({ children }) => <Box>{children}</Box>,\n};\n",
    'docs/b.md': '# B\n\nTo [A](./a.mdx).\n\n> Quoted\n\n<Box />\n',
    'docs/c.md': '# C\n\nTo [A](./a.mdx).\n',
  });
  expect(await other.build()).toMatchObject({ ok: true, problems: [] });
  // The site's components render plain Markdown, too, and hydrate it if they are interactive.
  const link = '<p>To <a href="/docs/a" data-own="">A</a>.</p>';
  expect(other.page('/docs/c')).toContain(link);
  const page = other.page('/docs/b');
  expect(page).toContain(link);
  expect(page?.match(/<live-island [^>]*data-name="default\.(?:Box|blockquote)"/g)).toHaveLength(2);
  expect(other.page('/docs/a')).toContain('3 things');
  const [, picture = ''] =
    /url\(["']?([^"')]*tile[^"')]*)/.exec([...other.served().values()].join('\n')) ?? [];
  expect(other.served().get(picture)).toContain('<svg');
});

test('documentation hooks return everything, and a page contains no more than its hooks need', async () => {
  using other = new TestSite({
    'docs/a.mdx':
      "import Versions from '@site/src/versions';\nimport Plain from '@site/src/plain';\n\n# A\n\n<Versions />\n\n<Plain />\n",
    'docs/b.mdx':
      "---\ndescription: About bees\n---\nimport Plain from '@site/src/plain';\n\n# B\n\n<Plain />\n",
    'src/versions.jsx':
      "import { useState } from 'react';\nimport { useAllDocsData, useDocById, useDocsVersion } from '@docusaurus/plugin-content-docs/client';\nimport useDocusaurusContext from '@docusaurus/useDocusaurusContext';\nexport default () => {\n  useState(1);\n  const { globalData } = useDocusaurusContext();\n  const { versions } = globalData['docusaurus-plugin-content-docs'].default;\n  return <b>{useAllDocsData().default.versions[0].docs.map(({ id }) => id).join('+')} {versions.length} {useDocById('b').description} {useDocsVersion().docs.a.title}</b>;\n};\n",
    'src/plain.jsx':
      "import { useState } from 'react';\nexport default () => {\n  useState(1);\n  return <i>Plain</i>;\n};\n",
    'docusaurus.config.js':
      "module.exports = { title: 'T', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]], customFields: { tea: 'sencha' } };\n",
  });
  expect(await other.build()).toMatchObject({ ok: true });
  expect(other.page('/docs/a')).toMatch(
    /<b>a\+b(?:<!-- -->)? (?:<!-- -->)?1(?:<!-- -->)? (?:<!-- -->)?About bees(?:<!-- -->)? (?:<!-- -->)?A<\/b>/,
  );
  expect(other.page('/docs/a')).toMatch(/<live-facts [^>]*About bees/);
  expect(other.page('/docs/b')).toMatch(/<live-facts /);
  expect(other.page('/docs/b')).not.toContain('sencha');
  expect(other.page('/docs/b')).not.toMatch(/<live-facts [^>]*versions/);
});

test('notices changes of pictures and components in Markdown that documents and components import', async () => {
  using other = new TestSite({
    'docs/a.mdx': "import Notes from '@site/src/notes';\n\n# A\n\n<Notes />\n",
    'docs/b.mdx': "import Part from '@site/parts/_part.mdx';\n\n# B\n\n<Part />\n",
    'src/notes.jsx': "import Text from '../parts/_text.mdx';\nexport default () => <Text />;\n",
    'parts/_part.mdx': '![Pump](./pump.png)\n',
    'parts/_text.mdx': "import Word from '../src/deep';\n\n![Pump][pump] <Word />\n\n[pump]: valve.png\n",
    'src/deep.jsx': 'export default () => <b>deep</b>;\n',
    'parts/pump.png': 'pump 1',
    'parts/valve.png': 'valve 1',
  });
  const readImage = (url: string) => {
    const [, address = ''] = /<article[\s\S]*?<img[^>]*src="?([^"\s>]+)/.exec(other.page(url) ?? '') ?? [];
    return other.served().get(address);
  };
  expect(listErrors(await other.build())).toEqual([]);
  expect([readImage('/docs/a'), readImage('/docs/b')]).toEqual(['valve 1', 'pump 1']);
  other.write('parts/pump.png', 'pump 2');
  other.write('parts/valve.png', 'valve 2');
  other.write('src/deep.jsx', 'export default () => <b>deeper</b>;\n');
  expect(listErrors(await other.build())).toEqual([]);
  expect([readImage('/docs/a'), readImage('/docs/b')]).toEqual(['valve 2', 'pump 2']);
  expect(other.page('/docs/a')).toContain('<b>deeper</b>');
});
