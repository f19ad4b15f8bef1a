import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectDir, TestSite } from '../../testing/test-site.ts';
import { toBuildFeatures } from '../features/feature.ts';
import { engineFeatures } from '../features/index.ts';
import { buildSite } from './build.ts';
import { silentProgress } from './progress.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let site: TestSite;
beforeEach(async () => {
  site = new TestSite({
    'docs/1-intro.md': '# Intro\n\nSee [the second](./guide/2-second.md#part).\n',
    'docs/guide/_category_.json': '{"label":"Guide","link":{"type":"generated-index"}}',
    'docs/guide/1-first.md': '# First\n\n![A dot](./dot.png)\n\nText.\n',
    'docs/guide/2-second.md': '# Second\n\n## Part\n\nText.\n',
    'docs/guide/3-third.mdx': "import Shared from './_shared.mdx';\n\n# Third\n\n<Shared />\n",
    'docs/guide/_shared.mdx': 'Shared words.\n',
    'docs/guide/4-cards.mdx': '# Cards\n\n<details><summary>More</summary>Inside.</details>\n',
    'docs/other/1-other.md': '---\ntags: [one]\n---\n\n# Other\n',
  });
  site.write('docs/guide/dot.png', PIXEL);
  const { problems } = await site.build();
  expect(problems.filter((problem) => problem.severity === 'error')).toEqual([]);
});
afterEach(() => site[Symbol.dispose]());

/** Builds again, returns what was built, and checks that a build from scratch serves the same bytes. */
async function rebuild() {
  const { ok, built } = await site.build();
  expect(ok).toBe(true);
  const incremental = site.served();
  const fresh = path.join(site.root, 'fresh');
  site.forgetCache();
  expect((await site.build({ DIST_DIR: fresh })).ok).toBe(true);
  rmSync(site.distDir, { recursive: true });
  cpSync(fresh, site.distDir, { recursive: true });
  rmSync(fresh, { recursive: true });
  expect([...incremental.keys()]).toEqual([...site.served().keys()]);
  expect(withoutIndexHash(incremental)).toEqual(withoutIndexHash(site.served()));
  return built;
}

/** Without the hash of the bytes of the search index: an index that was updated has other bytes than a new one. */
const withoutIndexHash = (contentByUrl: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    [...contentByUrl].map(([url, content]) => [
      url,
      url === 'manifest.json'
        ? content.replace(/(search\.[0-9a-f]{16})\.[0-9a-f]{16}\.db/, '$1.db')
        : content,
    ]),
  );

test('compiles, renders and writes nothing if nothing changed', async () => {
  const before = site.distFiles();
  const { built } = await site.build();
  expect([built.compiled, built.rendered]).toEqual([0, 0]);
  expect(site.distFiles()).toEqual(before);
});

test('includes a file that is saved during a build in the next build', async () => {
  site.write('docs/guide/2-second.md', '# Before\n\n## Part\n\nText.\n');
  const start = (step: string) => {
    if (step === 'Compiling') site.write('docs/guide/2-second.md', '# Renamed\n\n## Part\n\nText.\n');
  };
  const environment = { ...site.environment(), features: toBuildFeatures(engineFeatures) };
  await buildSite({
    environment,
    workDir: projectDir,
    progress: { ...silentProgress, start },
    keepsThreads: true,
  });
  await site.build();
  expect(site.page('/docs/guide/first')).toContain('Renamed');
});

test('renders only the edited page after a change to its text', async () => {
  site.write('docs/guide/1-first.md', '# First\n\n![A dot](./dot.png)\n\nOther words.\n');
  expect(await rebuild()).toMatchObject({ compiled: 1, rendered: 1 });
});

test('shows a new title in the sidebar, the pagination and the cards of other pages', async () => {
  site.write('docs/guide/2-second.md', '# Renamed\n\n## Part\n\nText.\n');
  const built = await rebuild();
  expect(built.compiled).toBe(1);
  // The page of the document, its neighbours in the sidebar, and the page of its category.
  expect(built.rendered).toBe(5);
  expect(site.page('/docs/guide/first')).toContain('Renamed');
  expect(site.page('/docs/category/guide')).toContain('Renamed');
});

test('renders the pages that include a changed partial', async () => {
  site.write('docs/guide/_shared.mdx', 'New shared words.\n');
  expect(await rebuild()).toMatchObject({ compiled: 1, rendered: 1 });
  expect(site.page('/docs/guide/third')).toContain('New shared words.');
});

test('renders the page that shows a changed image', async () => {
  site.write('docs/guide/dot.png', Buffer.concat([PIXEL, Buffer.from('more')]));
  expect(await rebuild()).toMatchObject({ compiled: 1, rendered: 1 });
});

test('changes the URL of a renamed document, and links to it', async () => {
  site.remove('docs/guide/2-second.md');
  site.write('docs/guide/2-moved.md', '# Second\n\n## Part\n\nText.\n');
  site.write('docs/1-intro.md', '# Intro\n\nSee [the second](./guide/2-moved.md#part).\n');
  expect((await rebuild()).compiled).toBe(2);
  expect(site.page('/docs/guide/second')).toBeUndefined();
  expect(site.page('/docs/intro')).toContain('href="/docs/guide/moved#part"');
});

test('updates links to a file when only its URL changes', async () => {
  site.write('docs/guide/2-second.md', '---\nslug: /elsewhere\n---\n\n# Second\n\n## Part\n\nText.\n');
  expect((await rebuild()).compiled).toBe(2);
  expect(site.page('/docs/intro')).toContain('href="/docs/elsewhere#part"');
});

test('removes a deleted document from every page', async () => {
  site.remove('docs/other/1-other.md');
  expect((await rebuild()).compiled).toBe(0);
  expect(site.page('/docs/other/')).toBeUndefined();
  expect(site.page('/docs/tags')).toBeUndefined();
});

test('compiles only a new document, and the pages that list it', async () => {
  site.write('docs/guide/5-new.md', '# New\n');
  expect((await rebuild()).compiled).toBe(1);
  expect(site.page('/docs/guide/cards')).toContain('/docs/guide/new');
});

test('reports links to a heading as soon as it is removed', async () => {
  site.write('docs/guide/2-second.md', '# Second\n\n## Renamed part\n\nText.\n');
  const { ok, problems, built } = await site.build();
  expect(ok).toBe(false);
  expect(built.compiled).toBe(1);
  expect(problems.find((problem) => problem.severity === 'error')).toMatchObject({
    code: 'broken-anchor',
    line: 3,
  });
});

test('renders the pages that use a component of the site when a module of it changes', async () => {
  site.write('site.config.ts', "export default { sections: './sections/index.ts' };\n");
  site.write(
    'sections/index.ts',
    "import { words } from './words.ts';\nexport default { Words: () => [words] };\n",
  );
  site.write('sections/words.ts', "export const words = 'Words of before.';\n");
  site.write('docs/guide/4-cards.mdx', '# Cards\n\n<Words />\n');
  await rebuild();
  expect(site.page('/docs/guide/cards')).toContain('Words of before.');
  site.write('sections/words.ts', "export const words = 'Words of now.';\n");
  // Any document may use these components.
  expect(await rebuild()).toMatchObject({ compiled: 6, rendered: 1 });
  expect(site.page('/docs/guide/cards')).toContain('Words of now.');
});

test('an edited document keeps its code samples, and gets new ones', async () => {
  const sample = '```js\nconst a = 1;\n```\n';
  site.write('docs/guide/1-first.md', `# First\n\n${sample}`);
  // Not `rebuild`, which ends with a build into another folder.
  await site.build();
  site.write('docs/guide/1-first.md', `# First\n\nMore.\n\n${sample}\n${sample.replace('1', '2')}`);
  expect(await rebuild()).toMatchObject({ compiled: 1 });
  expect(site.page('/docs/guide/first')?.match(/<span class="tk-/g)?.length).toBeGreaterThan(4);
});

test('reports sections that fail now, although they loaded before', async () => {
  site.write('site.config.ts', "export default { sections: './sections.ts' };\n");
  site.write(
    'sections.ts',
    "import { readFileSync } from 'node:fs';\nJSON.parse(readFileSync(new URL('./facts.json', import.meta.url), 'utf8'));\nexport default {};\n",
  );
  site.write('facts.json', '{}');
  await rebuild();
  site.write('facts.json', '{');
  site.write('docs/guide/1-first.md', '# First\n\nMore.\n');
  const { ok, problems } = await site.build();
  expect(ok).toBe(false);
  expect(problems).toEqual([
    expect.objectContaining({
      code: 'site-sections',
      message: expect.stringContaining("can't be loaded"),
    }),
  ]);
});

test('shows a change to a module on the page that uses it', async () => {
  site.write(
    'src/pages/about.tsx',
    "import { Word } from '../parts/word';\nexport default () => <p><Word /></p>;\n",
  );
  site.write('src/parts/word.tsx', 'export const Word = () => <b>before</b>;\n');
  await rebuild();
  expect(site.page('/about')).toContain('<b>before</b>');
  site.write('src/parts/word.tsx', 'export const Word = () => <b>now</b>;\n');
  await rebuild();
  expect(site.page('/about')).toContain('<b>now</b>');
});

test('shows a logo as soon as the site has one, and the default logo when it is removed', async () => {
  site.write('theme/logo.svg', '<svg viewBox="0 0 8 8"><title>Ours</title></svg>\n');
  await rebuild();
  expect(site.page('/docs/intro')).toContain('<title>Ours</title>');
  site.remove('theme/logo.svg');
  await rebuild();
  expect(site.page('/docs/intro')).not.toContain('<title>Ours</title>');
});

test('builds several languages from the cache as from nothing', async () => {
  const write = (title: string, code: string) =>
    `# ${title}\n\n[First](./guide/1-first.md)\n\n\`\`\`js\n${code}\n\`\`\`\n`;
  site.write(
    'site.config.ts',
    "export default { i18n: { defaultLocale: 'en', locales: ['en', 'de', 'ar'] } };\n",
  );
  const translation = 'i18n/de/docusaurus-plugin-content-docs/current/5-code.md';
  site.write('docs/5-code.md', write('Code', 'let a = 1;'));
  site.write(translation, write('Quelltext', 'let a = 1;'));
  site.write('i18n/ar/code.json', '{}');
  const change = async (makeChange: () => void) => {
    // The last build of `rebuild` writes into another folder, so it isn't one to continue from.
    await site.build();
    makeChange();
    return (await rebuild()).compiled;
  };
  // English and Arabic have the new text, German its translation.
  expect(await change(() => site.write('docs/5-code.md', write('Code', 'let b = 2;')))).toBe(2);
  expect(await change(() => site.write(translation, write('Quelltext', 'let b = 2;')))).toBe(1);
  expect(await change(() => site.remove(translation))).toBeGreaterThan(0);
  expect(site.page('/de/docs/code')).toContain('<h1');
});
