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

test('searches by a changed questions file after the next build, and never serves it', async () => {
  const site = openSite('/docs/first#part:\n  - vermilion\n');
  const searchSite = () => {
    const { search } = JSON.parse(readFileSync(path.join(site.distDir, 'manifest.json'), 'utf8'));
    const index = openTestSearch(path.join(site.distDir, search));
    const urls = index.urls('aubergine');
    index.close();
    return urls;
  };
  await site.build();
  expect(searchSite()).toEqual([]);
  site.write('docs/_questions/list.yaml', '/docs/first#part:\n  - aubergine\n');
  const { built } = await site.build();
  expect([built.compiled, built.rendered]).toEqual([0, 0]);
  expect(searchSite()).toEqual(['/docs/first#part']);
  expect([...site.served().values()].join()).not.toContain('aubergine');
});
