import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors, TestSite } from '../../../testing/test-site.ts';

let site: TestSite;
beforeAll(() => {
  site = new TestSite({
    'docs/a.mdx': "import Note from '@site/src/note';\n\n# A\n\n<Note>Text</Note>\n",
    'docs/b.mdx': "import Other from '../src/other';\n\n# B\n\n<Other />\n",
    'docs/c.md': '# C\n',
    'src/note.jsx':
      "import { word } from './word';\nexport default ({ children }) => <b>{word} {children}</b>;\n",
    'src/word.js': "export const word = 'First';\n",
    'src/other.tsx': 'export default function Other() {\n  return <i>Other</i>;\n}\n',
  });
});
afterAll(() => site[Symbol.dispose]());

test('one component changed: the documents that use it are compiled again, and no others', async () => {
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 3 } });
  expect(site.page('/docs/a')).toContain('<b>First Text</b>');
  expect(site.page('/docs/b')).toContain('<i>Other</i>');
  site.write('src/word.js', "export const word = 'Second';\n");
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 1, rendered: 1 } });
  expect(site.page('/docs/a')).toContain('<b>Second Text</b>');
  expect(await site.build()).toMatchObject({ ok: true, built: { compiled: 0, rendered: 0 } });
});

test('what is wrong with a component is said by file and line, with what to do', async () => {
  const said = async (component: string, use = '<Note />') => {
    site.write('src/note.jsx', component);
    site.write('docs/a.mdx', `import Note from '@site/src/note';\n\n# A\n\n${use}\n`);
    const { problems, ok } = await site.build();
    expect(ok).toBe(false);
    return problems.map(
      ({ file = '', line, message }) => `${file.replace(/^.*\/site-[^/]+\//, '')}:${line} ${message}`,
    );
  };
  expect(await said('export default () => {\n  return <b>{window.name}</b>;\n};\n')).toEqual([
    expect.stringMatching(/^docs\/a\.mdx:\S+ .*window is not defined \(src\/note\.jsx:2\).*useEffect/),
  ]);
  expect(await said('const size = document.title;\nexport default () => <b>{size}</b>;\n')).toEqual([
    expect.stringMatching(/^docs\/a\.mdx:1 .*document is not defined \(src\/note\.jsx:1\).*BrowserOnly/),
  ]);
  expect(await said("import x from './gone';\nexport default () => <b>{x}</b>;\n")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^src\/note\.jsx:\S+ `\.\/gone` does not exist/)]),
  );
  expect(await said("import x from 'no-such-package';\nexport default () => <b>{x}</b>;\n")).toEqual(
    expect.arrayContaining([expect.stringMatching(/npm install no-such-package/)]),
  );
  expect(await said('export default () => <b>{</b>;\n')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^src\/note\.jsx:1 .*no valid JavaScript/)]),
  );
});

test('a name that a module does not export is said where it is imported', async () => {
  site.write('src/note.jsx', 'export const Box = () => <b>Box</b>;\n');
  site.write('docs/a.mdx', "import { Bix } from '@site/src/note';\n\n# A\n\n<Bix />\n");
  const result = await site.build();
  expect(errors(result)).toEqual([expect.stringMatching(/^missing-export .*docs\/a\.mdx:1$/)]);
  expect(result.problems[0]?.message).toContain('the nearest is `Box`');
});

test('a component that fails shows so in its place, and all around it stands', async () => {
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
}, 60_000);

test('a file that the bundler cannot read is said, and keeps no other from being built', async () => {
  using other = new TestSite({
    'docs/a.mdx': "import data from '@site/src/data';\n\n# A\n\n{data.name}\n",
    'docs/b.mdx': "import Fine from '@site/src/fine';\n\n# B\n\n<Fine />\n",
    'src/data.js': "import data from './broken.json';\nexport default data;\n",
    'src/broken.json': '{ "name": }\n',
    'src/fine.tsx': 'export default function Fine() {\n  return <i>Fine</i>;\n}\n',
    // It is for editors, and its package is not installed.
    'tsconfig.json': '{ "extends": "@docusaurus/tsconfig" }\n',
  });
  const { ok, problems } = await other.build({ BROKEN_DOCUMENTS: 'warn' });
  expect(ok).toBe(true);
  expect(problems.map(({ code, file = '' }) => `${code} ${file.replace(/^.*\/(?=docs|src)/, '')}`)).toEqual([
    'mdx-code docs/a.mdx',
    'component-file src/broken.json',
  ]);
  expect(other.page('/docs/b')).toContain('<i>Fine</i>');
}, 60_000);

test('functions that a document hands over go with its code, whose words stand in the page and in no script', async () => {
  using other = new TestSite({
    'docs/a.mdx':
      "import Note from '@site/src/note';\n\nexport const shout = (text) => text + ' quince!';\n\n# A\n\n<Note format={(n) => 'kumquat ' + n}>\n\n**Medlar** text.\n\n</Note>\n\n<Note format={shout} />\n\n<button onClick={() => alert('loquat')}>Rowan</button>\n",
    'src/note.jsx':
      "import { useState } from 'react';\nexport default ({ format, children }) => {\n  const [n] = useState(1);\n  return <b>{format(n)}{children}</b>;\n};\n",
  });
  const { ok, problems } = await other.build();
  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  const page = other.page('/docs/a') ?? '';
  expect(page).toContain('<b>kumquat 1');
  expect(page).toContain('<strong>Medlar</strong>');
  expect(page).toContain('<b>1 quince!');
  expect(page.match(/<live-island/g)).toHaveLength(3);
  expect(page).toMatch(/<live-words [^>]*data-words="[^"]*loquat/);
  const scripts = [...other.served()].filter(([url]) => url.endsWith('.js'));
  expect(scripts.some(([, code]) => code.includes('useState'))).toBe(true);
  for (const [, code] of scripts) expect(code).not.toMatch(/kumquat|medlar|quince|loquat|rowan/i);
}, 60_000);
