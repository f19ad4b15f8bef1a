// @module-tag git
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { listReleases } from '../releases/release-record.ts';
import { rollBack } from '../server/release/roll-back.ts';

test('a build says what it was built from and what is new, and leaves a release alone that was gone back to', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'docs/b.md': '# B\n',
    'docs/c.md': '# C\n',
    'src/pages/index.md': '# Home\n',
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], {
      cwd: site.root,
    });
  git('init', '-q');
  site.write('.gitignore', 'dist\n');
  git('add', '.');
  git('commit', '-qm', 'Begin the manual');
  await site.build();
  expect(listReleases(site.distDir).live).toMatchObject({
    origin: { author: 'Ana', subject: 'Begin the manual', commit: String(git('rev-parse', 'HEAD')).trim() },
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
