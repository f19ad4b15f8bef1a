import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestSearch } from '../../testing/search-index.ts';
import { TestSite } from '../../testing/test-site.ts';

function openSite(questions: string): TestSite {
  const site = new TestSite({
    'docs/first.md': '# First\n\n## Part {#part}\n\nText.\n',
    'docs/_questions/list.yaml': questions,
  });
  onTestFinished(() => site[Symbol.dispose]());
  return site;
}

/** Addresses that the published index finds. */
function search(site: TestSite, words: string): unknown[] {
  const manifest = JSON.parse(readFileSync(path.join(site.distDir, 'manifest.json'), 'utf8'));
  const index = openTestSearch(path.join(site.distDir, manifest.search));
  const urls = index.urls(words);
  index.close();
  return urls;
}

test('reports an address of a questions file that leads nowhere, with its line', async () => {
  const site = openSite('/docs/first#part:\n  - one\n/docs/first#prat:\n  - two\n/docs/frist:\n  - three\n');
  const { ok, problems } = await site.build();
  expect(ok).toBe(false);
  // Links of the default navbar and pages may be broken here, too.
  const ofList = problems.filter(({ file }) => file?.endsWith('docs/_questions/list.yaml'));
  expect(ofList.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['broken-anchor', 3, expect.stringContaining('Did you mean "#part"?')],
    ['broken-link', 5, expect.stringContaining('Did you mean "/docs/first"?')],
  ]);
  expect((await site.build({ BROKEN_LINKS: 'warn' })).ok).toBe(true);
});

test('a questions file has addresses of all languages, each checked in its own', async () => {
  const site = openSite(
    '/docs/first#part:\n  - one\n/es/docs/first#part:\n  - berenjena\n/es/docs/primero:\n  - two\n/docs/caf%C3%A9:\n  - five\n/docs/cafe%CC%81/:\n  - aubergine\n',
  );
  site.write('site.config.ts', "export default { i18n: { defaultLocale: 'en', locales: ['en', 'es'] } };\n");
  site.write('docs/café.md', '# Coffee\n');
  site.write(
    'i18n/es/docusaurus-plugin-content-docs/current/first.md',
    '# Primero\n\n## Parte {#part}\n\nTexto.\n',
  );
  const { problems } = await site.build({ BROKEN_LINKS: 'warn' });
  const ofList = problems.filter(({ file }) => file?.endsWith('docs/_questions/list.yaml'));
  expect(ofList.map(({ code, line }) => [code, line])).toEqual([['broken-link', 5]]);
  expect(search(site, 'berenjena')).toEqual(['/es/docs/first#part']);
  expect(search(site, 'aubergine')).toEqual(['/docs/café']);
});

test('searches by a changed questions file after the next build, and never serves it', async () => {
  const site = openSite('/docs/first#part:\n  - vermilion\n');
  const searchSite = () => search(site, 'aubergine');
  await site.build();
  expect(searchSite()).toEqual([]);
  site.write('docs/_questions/list.yaml', '/docs/first#part:\n  - aubergine\n');
  const { built } = await site.build();
  expect([built.compiled, built.rendered]).toEqual([0, 0]);
  expect(searchSite()).toEqual(['/docs/first#part']);
  expect([...site.served().values()].join()).not.toContain('aubergine');
});
