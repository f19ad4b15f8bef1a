import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { readLiveManifest } from '../../model/manifest.ts';

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'docs/1-intro.md':
      '---\ntitle: The beginning\ndescription: Where to start.\n---\n\nGo [on](./guide/first.md).\n',
    'docs/guide/_category_.json': '{"label":"Guide"}',
    'docs/guide/first.md': '# First\n\nWords of the first.\n',
    'docs/guide/index.md': '---\nslug: ./\n---\n\n# All of it\n',
    'docs/hidden.md': '---\nunlisted: true\n---\n\n# Hidden\n\nSecret words.\n',
  });
  const { problems } = await site.build();
  expect(problems.filter((problem) => problem.severity === 'error')).toEqual([]);
});
afterAll(() => site[Symbol.dispose]());

test('every article is at its path plus .md, with title and description above it', () => {
  expect(site.page('/docs/intro.md')).toBe(
    '---\ntitle: "The beginning"\ndescription: "Where to start."\n---\n\n# The beginning\n\nGo [on](/docs/guide/first).\n',
  );
  expect(site.page('/docs/guide/first.md')).toContain('# First\n\nWords of the first.\n');
  expect(site.page('/docs/guide.md')).toContain('# All of it');
  expect(site.page('/docs/hidden.md')).toContain('Secret words.');
});

test('llms.txt contains what the site lists, by sections of the sidebar', () => {
  const index = site.page('/llms.txt') ?? '';
  expect(index).toContain(
    '## Guide\n\n- [All of it](/docs/guide.md)\n- [First](/docs/guide/first.md): Words of the first.',
  );
  expect(index).toContain('- [The beginning](/docs/intro.md): Where to start.');
  expect(index).not.toContain('idden');
});

test('llms-full.txt contains the whole manual, except for unlisted pages', () => {
  const fullText = site.page('/llms-full.txt') ?? '';
  expect(fullText).toContain('# The beginning\n\nAddress: /docs/intro\n\nGo [on](/docs/guide/first).');
  expect(fullText).toContain('Words of the first.');
  expect(fullText).not.toContain('Secret words.');
});

test('all of these files are for readers only', () => {
  const entries = readLiveManifest(site.distDir)?.entries ?? [];
  const files = entries.filter(({ url }) => /\.md$|^\/llms/.test(url));
  expect(files.length).toBeGreaterThan(5);
  for (const { url, audience, type } of files) {
    expect([url, audience]).toEqual([url, 'reader']);
    expect(type).toMatch(url.endsWith('.md') ? /^text\/markdown/ : /^text\/plain/);
  }
});

test.each([
  ['en', 'More'],
  ['es', 'Más'],
])('llms.txt of a site in %s lists pages outside of categories under “%s”', async (locale, label) => {
  using localSite = new TestSite({
    'site.config.ts': `export default { name: 'Huerto', i18n: { defaultLocale: '${locale}', locales: ['${locale}'] } };\n`,
    'docs/a.md': '# A\n',
  });
  await localSite.build();
  const index = Buffer.from(localSite.page('/llms.txt') ?? '', 'latin1').toString();
  expect(index).toContain(`## ${label}\n\n- [A](/docs/a.md)`);
  expect(JSON.parse(localSite.page('site.json') ?? '{}').locale).toMatchObject({ htmlLang: locale });
});
