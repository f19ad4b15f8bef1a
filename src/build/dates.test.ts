// @module-tag git
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { projectDir, TestSite } from '../../testing/test-site.ts';
import { writeDates } from './write-dates.ts';

let site: TestSite;
beforeEach(() => {
  site = new TestSite({
    'docs/a.md': '# A\n',
    'docs/sub/é b.md': '# B\n',
    'docs/c.md': '---\nlast_update:\n  date: 2021-05-06\n  author: Ana\n---\n\n# C\n',
  });
});
afterEach(() => site[Symbol.dispose]());

function runGit(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], {
    cwd: site.root,
    stdio: 'ignore',
  });
}

function commit(date: string): void {
  runGit('add', '.');
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'x'], {
    cwd: site.root,
    env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
  });
}

/** `TestSite.page` works with bytes, also in URLs. */
const readDate = (url: string) =>
  /<time dateTime="([^"]+)"/.exec(site.page(Buffer.from(url).toString('latin1')) ?? '')?.[1];

test('a page shows when it was last committed, unless its front matter has a date', async () => {
  runGit('init', '-q');
  commit('2024-02-03T10:00:00+02:00');
  await site.build();
  expect(readDate('/docs/a')).toBe('2024-02-03T08:00:00.000Z');
  expect(readDate('/docs/sub/é b')).toBe('2024-02-03T08:00:00.000Z');
  expect(readDate('/docs/c')).toMatch(/^2021-05-06/);
  // The home page lists them, and names the section of those that are in one.
  const items = site.page('/')?.match(/<li><a href="\/docs\/.*?<\/li>/g) ?? [];
  const texts = items.map((item) => item.replace(/<time.*?<\/time>/, '').replaceAll(/<[^>]+>/g, '|'));
  expect(texts).toEqual(['||A||', '||B|sub|||', '||C||']);

  site.write('docs/a.md', '# A\n\nMore.\n');
  commit('2025-01-01T00:00:00Z');
  const { built } = await site.build();
  expect(built).toMatchObject({ compiled: 1 });
  expect(readDate('/docs/a')).toBe('2025-01-01T00:00:00.000Z');
  expect(readDate('/docs/sub/é b')).toBe('2024-02-03T08:00:00.000Z');
});

test('a commit alone renders only the pages whose dates it changes', async () => {
  runGit('init', '-q');
  commit('2024-02-03T10:00:00Z');
  site.write('docs/a.md', '# A\n\nMore.\n');
  await site.build();
  expect(readDate('/docs/a')).toBe('2024-02-03T10:00:00.000Z');
  commit('2025-01-01T00:00:00Z');
  const { built } = await site.build();
  expect(built).toMatchObject({ compiled: 0 });
  expect(readDate('/docs/a')).toBe('2025-01-01T00:00:00.000Z');
});

test('without a repository only pages with dates in their front matter have one', async () => {
  await site.build();
  expect(readDate('/docs/a')).toBeUndefined();
  expect(readDate('/docs/c')).toMatch(/^2021-05-06/);
});

test('an amended commit that changes only the time changes the date', async () => {
  runGit('init', '-q');
  commit('2024-02-03T10:00:00Z');
  await site.build();
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-q', '--amend', '-m', 'y'],
    {
      cwd: site.root,
      env: { ...process.env, GIT_COMMITTER_DATE: '2024-03-04T10:00:00Z' },
    },
  );
  await site.build();
  expect(readDate('/docs/a')).toBe('2024-03-04T10:00:00.000Z');
});

test('a document that was only moved keeps its date', async () => {
  runGit('init', '-q');
  site.write('old/place/x.md', '# X\n\nThe same words.\n');
  site.write('old/place/y.md', '# Y\n\nOther words.\n');
  commit('2022-01-01T00:00:00Z');
  runGit('mv', 'old/place', 'docs/first');
  commit('2023-01-01T00:00:00Z');
  runGit('mv', 'docs/first', 'docs/second');
  site.write('docs/second/y.md', '# Y\n\nWords that changed while it moved.\n');
  commit('2024-01-01T00:00:00Z');
  await site.build();
  expect(readDate('/docs/second/x')).toBe('2022-01-01T00:00:00.000Z');
  expect(readDate('/docs/second/y')).toBe('2024-01-01T00:00:00.000Z');
});

/** Three commits: of all files, of `a.md`, and of `é b.md`. */
function commitThreeTimes(): void {
  runGit('init', '-q');
  commit('2023-01-01T00:00:00Z');
  site.write('docs/a.md', '# A\n\nMore.\n');
  commit('2024-01-01T00:00:00Z');
  site.write('docs/sub/é b.md', '# B\n\nMore.\n');
  commit('2025-01-01T00:00:00Z');
}

/** Copies the site into another folder, which is the site from now on. */
function moveTo(place: (from: string, to: string) => void): void {
  const from = site.root;
  const other = new TestSite();
  onTestFinished(() => rmSync(from, { recursive: true }));
  rmSync(other.root, { recursive: true });
  place(from, other.root);
  site = other;
}

const cloneShallowly = (depth: number) => (from: string, to: string) =>
  execFileSync('git', ['clone', '-q', '--depth', String(depth), `file://${from}`, to]);
const copyWithoutHistory = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (file) => path.basename(file) !== '.git' });

const createSettings = () => ({ ...site.environment(), SIDEBARS: undefined });

test.each([1, 2, 3])('a shallow clone of %i commits shows only the dates that are certain', async (depth) => {
  commitThreeTimes();
  moveTo(cloneShallowly(depth));
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  // In such a clone, all files seem to come with the oldest commit.
  expect(readDate('/docs/sub/é b')).toBe(depth > 1 ? '2025-01-01T00:00:00.000Z' : undefined);
  expect(readDate('/docs/a')).toBe(depth > 2 ? '2024-01-01T00:00:00.000Z' : undefined);
  expect(readDate('/docs/c')).toMatch(/^2021-05-06/);
  const warnings = problems.filter(({ code }) => code === 'shallow-clone').map(({ severity }) => severity);
  expect(warnings).toEqual(depth > 2 ? [] : ['warning']);
});

test('makes older dates uncertain if the history of a side branch is cut off', async () => {
  runGit('init', '-q', '-b', 'main');
  commit('2023-01-01T00:00:00Z');
  runGit('checkout', '-q', '-b', 'side');
  for (const [index, date] of ['2024-06-01', '2024-07-01', '2024-08-01'].entries()) {
    site.write('docs/a.md', `# A\n\nSide ${index}.\n`);
    commit(`${date}T00:00:00Z`);
  }
  runGit('checkout', '-q', 'main');
  site.write('docs/sub/é b.md', '# B\n\nMain.\n');
  commit('2023-02-01T00:00:00Z');
  runGit('merge', '-q', '--no-edit', 'side');
  moveTo(cloneShallowly(3));
  await site.build();
  expect([readDate('/docs/a'), readDate('/docs/sub/é b')]).toEqual(['2024-08-01T00:00:00.000Z', undefined]);
});

test('without history, takes dates from the file that was written with history', async () => {
  commitThreeTimes();
  expect(await writeDates(createSettings(), projectDir)).toEqual({
    file: path.join(site.root, 'dates.json'),
    documents: 3,
  });
  moveTo(copyWithoutHistory);
  site.write('docs/sub/é b.md', '# B\n\nWritten since.\n');
  await site.build();
  expect(readDate('/docs/a')).toBe('2024-01-01T00:00:00.000Z');
  // The time of this change isn't known.
  expect(readDate('/docs/sub/é b')).toBeUndefined();
  expect(readDate('/docs/c')).toMatch(/^2021-05-06/);
});

test('a shallow clone takes dates from the file that its history lacks', async () => {
  commitThreeTimes();
  await writeDates(createSettings(), projectDir);
  commit('2025-02-01T00:00:00Z');
  moveTo(cloneShallowly(1));
  const { problems } = await site.build();
  expect(readDate('/docs/a')).toBe('2024-01-01T00:00:00.000Z');
  expect(readDate('/docs/sub/é b')).toBe('2025-01-01T00:00:00.000Z');
  expect(problems).toEqual([]);
});

test("writes no dates without a full history, and reports a dates file that it can't read", async () => {
  expect(await writeDates(createSettings(), projectDir)).toMatchObject({ problem: { code: 'no-history' } });
  commitThreeTimes();
  moveTo(cloneShallowly(2));
  expect((await writeDates(createSettings(), projectDir)).problem?.message).toContain(
    'git fetch --unshallow',
  );
  site.write('dates.json', '{"a.md":"yesterday"}');
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  expect(problems.map(({ code }) => code)).toEqual(['shallow-clone', 'dates-file']);
});
