import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';

let site: TestSite;
beforeEach(() => {
  site = new TestSite({
    'docs/a.md': '# A\n',
    'docs/sub/é b.md': '# B\n',
    'docs/c.md': '---\nlast_update:\n  date: 2021-05-06\n  author: Ana\n---\n\n# C\n',
  });
});
afterEach(() => site[Symbol.dispose]());

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@lurana.example', ...args], {
    cwd: site.root,
    stdio: 'ignore',
  });
}

function commit(date: string): void {
  git('add', '.');
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@lurana.example', 'commit', '-qm', 'x'], {
    cwd: site.root,
    env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
  });
}

/** What is served is read byte by byte, addresses too. */
const dateOf = (url: string) =>
  /<time dateTime="([^"]+)"/.exec(site.page(Buffer.from(url).toString('latin1')) ?? '')?.[1];

test('a page says when it was last committed, unless its author says otherwise', async () => {
  git('init', '-q');
  commit('2024-02-03T10:00:00+02:00');
  await site.build();
  expect(dateOf('/docs/a')).toBe('2024-02-03T08:00:00.000Z');
  expect(dateOf('/docs/sub/é b')).toBe('2024-02-03T08:00:00.000Z');
  expect(dateOf('/docs/c')).toMatch(/^2021-05-06/);

  site.write('docs/a.md', '# A\n\nMore.\n');
  commit('2025-01-01T00:00:00Z');
  const { built } = await site.build();
  expect(built).toMatchObject({ compiled: 1 });
  expect(dateOf('/docs/a')).toBe('2025-01-01T00:00:00.000Z');
  expect(dateOf('/docs/sub/é b')).toBe('2024-02-03T08:00:00.000Z');
});

test('a commit alone makes the pages that it dates anew, and no other', async () => {
  git('init', '-q');
  commit('2024-02-03T10:00:00Z');
  site.write('docs/a.md', '# A\n\nMore.\n');
  await site.build();
  expect(dateOf('/docs/a')).toBe('2024-02-03T10:00:00.000Z');
  commit('2025-01-01T00:00:00Z');
  const { built } = await site.build();
  expect(built).toMatchObject({ compiled: 0 });
  expect(dateOf('/docs/a')).toBe('2025-01-01T00:00:00.000Z');
});

test('without a repository there are no dates but those of the authors', async () => {
  await site.build();
  expect(dateOf('/docs/a')).toBeUndefined();
  expect(dateOf('/docs/c')).toMatch(/^2021-05-06/);
});
