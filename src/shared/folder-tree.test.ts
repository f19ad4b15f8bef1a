import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../testing/docs-folder.ts';
import { readFolderTree } from './folder-tree.ts';

test("lists files and linked files, and names what it can't read", () => {
  const folder = createSiteFolder({
    'a.md': '',
    'deep/er/b.md': '',
    'deep/c.md': '',
    'shut/d.md': '',
    '.git/e': '',
  });
  const other = createSiteFolder({ 'f.md': '', 'g/h.md': '' });
  const link = (to: string, name: string) => symlinkSync(to, path.join(folder, name));
  link('a.md', 'same.md');
  link(other, 'other');
  link('..', 'deep/up');
  link('.', 'here');
  link('nothing.md', 'dangling.md');
  link('itself.md', 'itself.md');
  execFileSync('mkfifo', [path.join(folder, 'pipe.md')]);
  chmodSync(path.join(folder, 'shut'), 0);
  // Nothing is shut to root.
  const [shut, closed] = process.getuid?.() === 0 ? [['shut/d.md'], []] : [[], ['shut']];
  expect(readFolderTree(folder, { ignore: (name) => name.startsWith('.') })).toEqual({
    files: ['a.md', 'deep/c.md', 'deep/er/b.md', 'other/f.md', 'other/g/h.md', 'same.md', ...shut],
    closed,
    dangling: ['dangling.md', 'itself.md'],
    irregular: [{ name: 'pipe.md', kind: 'a pipe' }],
    refused: [],
  });
  chmodSync(path.join(folder, 'shut'), 0o755);
});

test('is empty for a missing folder', () => {
  const folder = createSiteFolder({ 'a.md': '' });
  for (const name of ['none', 'a.md'])
    expect(readFolderTree(path.join(folder, name))).toEqual({
      files: [],
      irregular: [],
      closed: [],
      dangling: [],
      refused: [],
    });
});
