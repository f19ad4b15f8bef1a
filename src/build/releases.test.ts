// @module-tag git
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir, TestSite } from '../../testing/test-site.ts';
import { verifyDist } from '../../testing/verify-dist.ts';
import { toBuildFeatures } from '../features/feature.ts';
import { engineFeatures } from '../features/index.ts';
import { rollBack } from '../features/publishing/releases/roll-back.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { hashForFileName } from '../releases/named-content.ts';
import { listReleases } from '../releases/release-record.ts';
import { loadRelease } from '../server/release/load-release.ts';
import { buildSite } from './build.ts';
import { silentProgress } from './progress.ts';

test("a build records its commit and its changes, and doesn't replace a release after a rollback", async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'docs/b.md': '# B\n',
    'docs/c.md': '# C\n',
    'src/pages/index.md': '# Home\n',
  });
  const runGit = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], {
      cwd: site.root,
    });
  runGit('init', '-q');
  site.write('.gitignore', 'dist\n');
  runGit('add', '.');
  runGit('commit', '-qm', 'Begin the manual');
  await site.build();
  expect(listReleases(site.distDir).live).toMatchObject({
    origin: {
      author: 'Ana',
      subject: 'Begin the manual',
      commit: String(runGit('rev-parse', 'HEAD')).trim(),
    },
  });

  site.write('docs/a.md', '# A\n\nOther words.\n');
  site.write('docs/d.md', '# D\n\nNew words.\n');
  site.remove('docs/b.md');
  await site.build();
  const { live, records } = listReleases(site.distDir);
  expect(live).toMatchObject({
    origin: { isChanged: true },
    changes: {
      added: { paths: ['/docs/d'] },
      changed: { paths: ['/docs/a'] },
      moved: { count: 0 },
      removed: { paths: ['/docs/b'] },
    },
  });

  await rollBack({ folder: site.distDir, https: false });
  const { built, ok } = await site.build();
  expect([ok, built.compiled]).toEqual([true, 0]);
  expect(listReleases(site.distDir).live?.name).toBe(records[1]?.name);
  expect(site.page('/docs/b')).toContain('<h1>B</h1>');

  site.write('docs/c.md', '# C\n\nMore.\n');
  await site.build();
  expect(listReleases(site.distDir).live?.number).toBe(3);
  expect(site.page('/docs/b')).toBeUndefined();
});

test('a build reuses only a search index that it wrote itself and that is intact', async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n\nFirst words.\n', 'docs/b.md': '# B\n' });
  const buildAndRead = async (text: string) => {
    site.write('docs/a.md', `# A\n\n${text}\n`);
    expect((await site.build()).ok).toBe(true);
    expect(verifyDist(site.distDir)).toEqual([]);
    const { build = '', search = '' } = readLiveManifest(site.distDir) ?? {};
    return { build, search, file: path.join(site.distDir, search) };
  };
  const first = await buildAndRead('First words.');

  // The next index is made from the altered one, unless the build notices.
  const content = readFileSync(first.file, 'latin1');
  expect(content).toContain('First words.');
  writeFileSync(first.file, content.replace('First words.', 'Wrong words.'), 'latin1');
  const second = await buildAndRead('Second words.');
  expect(readFileSync(second.file, 'latin1')).not.toContain('Wrong words.');

  // An index that claims to be made from the first pages, as a publication could bring it.
  const [inputs] = first.search.split(/\.[0-9a-f]{16}\.db$/);
  const plantedContent = 'not an index';
  writeFileSync(path.join(site.distDir, `${inputs}.${hashForFileName(plantedContent)}.db`), plantedContent);
  const third = await buildAndRead('First words.');
  expect(readFileSync(third.file, 'latin1')).not.toContain(plantedContent);
  expect(third.build).toBe(first.build);
});

test('a build warns once about pages that more people can read than before', async () => {
  using site = new TestSite({
    'docs/a.md': '---\naudience: staff\n---\n\n# A\n',
    'docs/b.md': '# B\n',
    'site.config.ts': "export default { groups: ['staff'] };\n",
  });
  expect((await site.build()).problems).toEqual([]);
  site.write('docs/a.md', '# A\n');
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  expect(problems).toMatchObject([
    {
      code: 'audience-widened',
      severity: 'warning',
      message: expect.stringContaining('1 page or file: /docs/a (staff → readers)'),
    },
  ]);
  expect((await site.build()).problems).toEqual([]);
});

test('a build warns about parts of pages that more people may read than before', async () => {
  const writePart = (audience: string, text: string) =>
    `<Audience for="${audience}">\n\n${text}\n\n</Audience>\n\n`;
  const staff = writePart('staff', 'The margin is 40 %.');
  const both = writePart('staff, partners', 'Ask Rosa.');
  const writeConfig = (...claims: string[]) =>
    `export default { groups: [{ name: 'staff', claims: ${JSON.stringify(claims)} }, 'partners'] };\n`;
  using site = new TestSite({
    'docs/a.md': `# A\n\n${staff}${both}`,
    'site.config.ts': writeConfig('employees'),
  });
  expect((await site.build()).problems).toEqual([]);
  /** Builds this page and returns the warning, or `undefined`. Restores the page with the parts afterwards. */
  const findWarningAfter = async (page: string) => {
    site.write('docs/a.md', page);
    const { ok, problems } = await site.build();
    expect(ok).toBe(true);
    site.write('docs/a.md', `# A\n\n${staff}${both}`);
    expect((await site.build()).ok).toBe(true);
    return problems.map(({ message }) => /\(.*?\)/.exec(message)?.[0]).join();
  };
  expect(await findWarningAfter(`# A\n\nThe margin is 40 %.\n\n${both}`)).toBe(
    '(a part for staff → readers)',
  );
  expect(await findWarningAfter(`# A\n\n${writePart('readers', 'The margin is 40 %.')}${both}`)).toBe(
    '(a part for staff → readers)',
  );
  expect(await findWarningAfter(`# A\n\n${writePart('staff, partners', 'The margin is 40 %.')}${both}`)).toBe(
    '(a part for staff → partners, staff)',
  );
  expect(await findWarningAfter('# A\n')).toBe('(a part for staff → readers)');
  // Edits, further parts, narrower parts and a narrower page show nothing to more people.
  for (const page of [
    `# A\n\n${both}${writePart('staff', 'The margin is 41 %.')}`,
    `# A\n\n${staff}${staff}${both}${writePart('readers', 'New.')}`,
    `# A\n\n${staff}${writePart('staff', 'Ask Rosa.')}`,
    `---\naudience: staff\n---\n\n# A\n\nThe margin is 40 %.\n`,
  ])
    expect(await findWarningAfter(page), page).toBe('');
  site.write('site.config.ts', writeConfig('employees', 'interns'));
  const { problems } = await site.build();
  expect(problems).toMatchObject([
    { code: 'audience-widened', message: expect.stringContaining('/docs/a (a part for staff → staff)') },
  ]);
});

test("doesn't publish a build that the caller rejects", async () => {
  using site = new TestSite({ 'docs/a.md': '# A\n' });
  await site.build();
  const before = site.page('manifest.json');
  site.write('docs/a.md', '# A\n\nOther words.\n');
  const problem = {
    code: 'search-index',
    severity: 'error',
    message: 'The search index is damaged.',
  } as const;
  const { ok, problems } = await buildSite({
    environment: { ...site.environment(), features: toBuildFeatures(engineFeatures) },
    workDir: projectDir,
    progress: silentProgress,
    keepsThreads: true,
    checkRelease: async (folder, manifest) => {
      const { release } = await loadRelease({ folder, manifest, https: false });
      expect(release?.entries.has('/docs/a')).toBe(true);
      return [problem];
    },
  });
  expect([ok, problems]).toEqual([false, [problem]]);
  expect(site.page('manifest.json')).toBe(before);
  expect((await site.build()).ok).toBe(true);
  expect(site.page('/docs/a')).toContain('Other words.');
});
