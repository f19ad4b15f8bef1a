import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSearch } from '../../testing/search-index.ts';
import { TestSite } from '../../testing/test-site.ts';

function openSite(questions: string): TestSite {
  const site = new TestSite({
    'docs/first.md': '# First\n\n## Part {#part}\n\nText.\n',
    'docs/_questions/list.yaml': questions,
  });
  onTestFinished(() => site[Symbol.dispose]());
  return site;
}

test('an address that nothing answers is a problem of its line, as a broken link is', async () => {
  const site = openSite('/docs/first#part:\n  - one\n/docs/first#prat:\n  - two\n/docs/frist:\n  - three\n');
  const { ok, problems } = await site.build();
  expect(ok).toBe(false);
  // The project's own navbar and pages lead into its own docs.
  const ofList = problems.filter(({ file }) => file?.endsWith('docs/_questions/list.yaml'));
  expect(ofList.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['broken-anchor', 3, expect.stringContaining('Did you mean "#part"?')],
    ['broken-link', 5, expect.stringContaining('Did you mean "/docs/first"?')],
  ]);
  expect((await site.build({ BROKEN_LINKS: 'warn' })).ok).toBe(true);
});

test('a changed list is searched by after the next build, and is in nothing that is served', async () => {
  const site = openSite('/docs/first#part:\n  - vermilion\n');
  const asked = () => {
    const { search } = JSON.parse(readFileSync(path.join(site.distDir, 'manifest.json'), 'utf8'));
    const index = openSearch(path.join(site.distDir, search));
    const found = index.urls('aubergine');
    index.close();
    return found;
  };
  await site.build();
  expect(asked()).toEqual([]);
  site.write('docs/_questions/list.yaml', '/docs/first#part:\n  - aubergine\n');
  const { built } = await site.build();
  expect([built.compiled, built.rendered]).toEqual([0, 0]);
  expect(asked()).toEqual(['/docs/first#part']);
  expect([...site.served().values()].join()).not.toContain('aubergine');
});
