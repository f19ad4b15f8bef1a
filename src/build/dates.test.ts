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

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], {
    cwd: site.root,
    stdio: 'ignore',
  });
}

function commit(date: string): void {
  git('add', '.');
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'x'], {
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

test('a commit alone has the pages that it dates made again, and no other', async () => {
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

test('a commit that changes nothing but its own time is noticed', async () => {
  git('init', '-q');
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
  expect(dateOf('/docs/a')).toBe('2024-03-04T10:00:00.000Z');
});

test('a document that only moved keeps its date, from wherever it came', async () => {
  git('init', '-q');
  site.write('old/place/x.md', '# X\n\nThe same words.\n');
  site.write('old/place/y.md', '# Y\n\nOther words.\n');
  commit('2022-01-01T00:00:00Z');
  git('mv', 'old/place', 'docs/first');
  commit('2023-01-01T00:00:00Z');
  git('mv', 'docs/first', 'docs/second');
  site.write('docs/second/y.md', '# Y\n\nWords that changed while it moved.\n');
  commit('2024-01-01T00:00:00Z');
  await site.build();
  expect(dateOf('/docs/second/x')).toBe('2022-01-01T00:00:00.000Z');
  expect(dateOf('/docs/second/y')).toBe('2024-01-01T00:00:00.000Z');
});

/** Three commits: of everything, of `a.md`, and of `é b.md`. */
function history(): void {
  git('init', '-q');
  commit('2023-01-01T00:00:00Z');
  site.write('docs/a.md', '# A\n\nMore.\n');
  commit('2024-01-01T00:00:00Z');
  site.write('docs/sub/é b.md', '# B\n\nMore.\n');
  commit('2025-01-01T00:00:00Z');
}

/** The site in another folder; what is built there from now on is what `dateOf` reads. */
function moveTo(place: (from: string, to: string) => void): void {
  const from = site.root;
  const other = new TestSite();
  onTestFinished(() => rmSync(from, { recursive: true }));
  rmSync(other.root, { recursive: true });
  place(from, other.root);
  site = other;
}

const shallowClone = (depth: number) => (from: string, to: string) =>
  execFileSync('git', ['clone', '-q', '--depth', String(depth), `file://${from}`, to]);
const copyWithoutHistory = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (file) => path.basename(file) !== '.git' });

const settings = () => ({ ...site.environment(), SIDEBARS: undefined });

test.each([1, 2, 3])('a shallow clone of %i commits says only the dates that it can know', async (depth) => {
  history();
  moveTo(shallowClone(depth));
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  // The oldest commit of such a clone looks as if all of the files came with it.
  expect(dateOf('/docs/sub/é b')).toBe(depth > 1 ? '2025-01-01T00:00:00.000Z' : undefined);
  expect(dateOf('/docs/a')).toBe(depth > 2 ? '2024-01-01T00:00:00.000Z' : undefined);
  expect(dateOf('/docs/c')).toMatch(/^2021-05-06/);
  const told = problems.filter(({ code }) => code === 'shallow-clone').map(({ severity }) => severity);
  expect(told).toEqual(depth > 2 ? [] : ['warning']);
});

test('a side branch that is cut off makes older dates uncertain', async () => {
  git('init', '-q', '-b', 'main');
  commit('2023-01-01T00:00:00Z');
  git('checkout', '-q', '-b', 'side');
  for (const [at, date] of ['2024-06-01', '2024-07-01', '2024-08-01'].entries()) {
    site.write('docs/a.md', `# A\n\nSide ${at}.\n`);
    commit(`${date}T00:00:00Z`);
  }
  git('checkout', '-q', 'main');
  site.write('docs/sub/é b.md', '# B\n\nMain.\n');
  commit('2023-02-01T00:00:00Z');
  git('merge', '-q', '--no-edit', 'side');
  moveTo(shallowClone(3));
  await site.build();
  expect([dateOf('/docs/a'), dateOf('/docs/sub/é b')]).toEqual(['2024-08-01T00:00:00.000Z', undefined]);
});

test('without history, dates come from the file that was made where there is one', async () => {
  history();
  expect(await writeDates(settings(), projectDir)).toEqual({ file: path.join(site.root, 'dates.json') });
  moveTo(copyWithoutHistory);
  site.write('docs/sub/é b.md', '# B\n\nWritten since.\n');
  await site.build();
  expect(dateOf('/docs/a')).toBe('2024-01-01T00:00:00.000Z');
  // Nobody knows when this was.
  expect(dateOf('/docs/sub/é b')).toBeUndefined();
  expect(dateOf('/docs/c')).toMatch(/^2021-05-06/);
});

test('a shallow clone takes from the file what it cannot know', async () => {
  history();
  await writeDates(settings(), projectDir);
  commit('2025-02-01T00:00:00Z');
  moveTo(shallowClone(1));
  const { problems } = await site.build();
  expect(dateOf('/docs/a')).toBe('2024-01-01T00:00:00.000Z');
  expect(dateOf('/docs/sub/é b')).toBe('2025-01-01T00:00:00.000Z');
  expect(problems).toEqual([]);
});

test('dates are not written where they cannot be known, and a file that is none of ours is named', async () => {
  expect(await writeDates(settings(), projectDir)).toMatchObject({ problem: { code: 'no-history' } });
  history();
  moveTo(shallowClone(2));
  expect((await writeDates(settings(), projectDir)).problem?.message).toContain('git fetch --unshallow');
  site.write('dates.json', '{"a.md":"yesterday"}');
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  expect(problems.map(({ code }) => code)).toEqual(['shallow-clone', 'dates-file']);
});
