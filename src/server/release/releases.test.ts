import { link, mkdir, mkdtemp, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FixtureRelease, publishRelease } from '../../../testing/release.ts';
import { MANIFEST_FORMAT } from '../../model/manifest.ts';
import { loadRelease } from './load-release.ts';
import { openReleases, type ReleaseEvent, type Releases } from './releases.ts';

let folder: string;
const openedReleases: Releases[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dist-'));
});
afterEach(async () => {
  for (const releases of openedReleases.splice(0)) releases.close();
  await rm(folder, { recursive: true });
});

async function load(release: FixtureRelease = {}) {
  await publishRelease(folder, release);
  return loadRelease({ folder, https: false });
}

async function listProblems(release: FixtureRelease): Promise<string[]> {
  return (await load(release)).problems?.map(({ code, message }) => `${code}: ${message}`) ?? [];
}

async function open(watch = false) {
  const events: ReleaseEvent[] = [];
  const waitingCallbacks: (() => void)[] = [];
  const { releases } = await openReleases({
    folder,
    https: false,
    watch,
    onEvent: (event) => {
      events.push(event);
      for (const resolve of waitingCallbacks.splice(0)) resolve();
    },
  });
  if (!releases) throw new Error('there is no release');
  openedReleases.push(releases);
  const waitForNextEvent = () => new Promise<void>((resolve) => waitingCallbacks.push(resolve));
  return { releases, events, nextEvent: waitForNextEvent };
}

describe('a published build', () => {
  test('is loaded with all its entries', async () => {
    const { release } = await load();
    expect(release?.build).toBe('build-1');
    expect(release?.entries.get('/docs/Tasks')?.audience).toBe('reader');
    expect(release?.redirects.get('/docs')).toBe('/docs/Tasks');
  });

  test('keeps an entry without an audience for readers', async () => {
    const { release } = await load({
      change: (manifest) => ({
        ...manifest,
        entries: manifest.entries.map(({ audience: _, ...entry }) => entry),
      }),
    });
    expect(new Set([...(release?.entries.values() ?? [])].map(({ audience }) => audience))).toEqual(
      new Set(['reader']),
    );
  });

  test('is rejected if files are missing, and all of them are listed', async () => {
    const manifest = await publishRelease(folder);
    const missingFiles = manifest.entries.slice(0, 3).map(({ file }) => file);
    for (const file of missingFiles) await unlink(path.join(folder, file));
    const { problems } = await loadRelease({ folder, https: false });
    expect(problems?.map(({ code }) => code)).toEqual([
      'manifest-file-missing',
      'manifest-file-missing',
      'manifest-file-missing',
    ]);
    for (const file of missingFiles)
      expect(problems?.some(({ message }) => message.includes(file))).toBe(true);
  });

  test('is rejected if a file is truncated', async () => {
    const manifest = await publishRelease(folder);
    await truncate(path.join(folder, manifest.entries[0]?.file ?? ''), 10);
    const { problems } = await loadRelease({ folder, https: false });
    expect(problems?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/says that .* has \d+ bytes; it has 10/),
    ]);
  });

  test('is rejected if a file is outside its folder', async () => {
    const outside = await listProblems({
      change: (manifest) => ({
        ...manifest,
        entries: manifest.entries
          .map((entry) => ({ ...entry, file: '../../etc/passwd', encodings: {} }))
          .slice(0, 1),
      }),
    });
    expect(outside).toEqual([
      expect.stringContaining('manifest-file-outside: The manifest lists ../../etc/passwd'),
    ]);
  });

  test.each([
    [
      'a path twice',
      [
        { url: '/a', content: '1' },
        { url: '/a', content: '2' },
      ],
      /has the path \/a twice/,
    ],
    ['a path that no request can contain', [{ url: '/a\\b', content: '1' }], /which no request can contain/],
  ])('is rejected because of %s', async (_, entries, message) => {
    expect(await listProblems({ entries })).toEqual([expect.stringMatching(message)]);
  });

  test('is rejected without a sign-in page, or with an unknown slot in it', async () => {
    const otherTemplates = { invite: '{{token}}', 'login-oidc': '{{start}}', 'login-firebase': '{{apiKey}}' };
    expect(await listProblems({ templates: { login: '{{nxt}}', ...otherTemplates } })).toEqual([
      expect.stringContaining('with unknown slots: nxt'),
      ...[
        'reset',
        'confirm-email',
        'confirm-email-answer',
        'consent',
        'consent-answer',
        'forgotten',
        'forgotten-answer',
        'second-factor',
        'second-factor-set-up',
        'recovery-codes',
        'setup',
      ].map((name) => expect.stringContaining(`has no template "${name}"`)),
    ]);
  });

  test('is rejected with the number of its format if that is another one', async () => {
    expect(await listProblems({ change: (manifest) => ({ ...manifest, format: 1 }) })).toEqual([
      expect.stringMatching(new RegExp(`manifest-format: .*format 1.*format ${MANIFEST_FORMAT}`)),
    ]);
  });

  test.each([
    ['missing', undefined, 'manifest-missing'],
    ['truncated', `{"format":${MANIFEST_FORMAT},`, 'manifest-invalid'],
    ['not an object', '[]', 'manifest-invalid'],
    [
      'extended with an unknown key',
      JSON.stringify({
        ...{ format: MANIFEST_FORMAT, build: 'x', basePath: '/', entries: [], redirects: [] },
        ...{ languages: [{ tag: 'en', path: '/', templates: {}, texts: {} }] },
        ...{ scriptHashes: [], styleHashes: [], x: 1 },
      }),
      'manifest-invalid',
    ],
  ])('is rejected if the manifest is %s', async (_, content, code) => {
    if (content !== undefined) await writeFile(path.join(folder, 'manifest.json'), content);
    const { problems } = await loadRelease({ folder, https: false });
    expect(problems?.map((problem) => problem.code)).toEqual([code]);
  });
});

describe('a new build', () => {
  test('is served when it is published, without a request', async () => {
    await publishRelease(folder);
    const { releases, events, nextEvent } = await open(true);
    const swapEvent = nextEvent();
    await publishRelease(folder, { build: 'build-2', entries: [{ url: '/new', content: 'new' }] });
    await swapEvent;
    expect(events).toEqual([{ kind: 'swapped', build: 'build-2', previous: 'build-1' }]);
    expect([...releases.current().entries.keys()]).toEqual(['/new']);
  });

  test('is found in half a second if the file system reports no changes, as on a shared volume', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await publishRelease(folder, { build: 'build-2', entries: [] });
    const next = await readFile(path.join(folder, 'manifest.json'));
    await publishRelease(folder);
    // A watcher of this folder isn't notified of writes through another path.
    const elsewhere = path.join(`${folder}-elsewhere`, 'manifest.json');
    await mkdir(path.dirname(elsewhere));
    onTestFinished(() => rm(path.dirname(elsewhere), { recursive: true }));
    await link(path.join(folder, 'manifest.json'), elsewhere);
    const { releases } = await open(true);
    await writeFile(elsewhere, next);
    expect(releases.current().build).toBe('build-1');
    vi.advanceTimersByTime(500);
    // From here on the clock stands still.
    vi.useRealTimers();
    await expect.poll(() => releases.current().build).toBe('build-2');
  });

  test("leaves the previous one in service if it can't be served, and is reported once", async () => {
    await publishRelease(folder);
    const { releases, events } = await open();
    await writeFile(path.join(folder, 'manifest.json'), '{');
    await releases.refresh();
    await releases.refresh();
    expect(releases.current().build).toBe('build-1');
    expect(events.map(({ kind }) => kind)).toEqual(['refused']);
  });

  test('is served when its files exist, even if they arrive after its manifest', async () => {
    await publishRelease(folder);
    const { releases, events } = await open();
    const manifest = await publishRelease(folder, {
      build: 'build-2',
      entries: [{ url: '/late', content: 'late', plain: true }],
    });
    const file = path.join(folder, manifest.entries[0]?.file ?? '');
    const content = await readFile(file);
    await unlink(file);
    await releases.refresh();
    expect(events.map(({ kind }) => kind)).toEqual(['refused']);
    await writeFile(file, content);
    for (let polls = 0; polls < 4; polls++) await releases.refresh();
    expect(releases.current().build).toBe('build-2');
  });

  test("doesn't change a release object that is in use", async () => {
    await publishRelease(folder);
    const { releases } = await open();
    const before = releases.current();
    await publishRelease(folder, { build: 'build-2', entries: [] });
    await releases.refresh();
    expect(before.entries.has('/docs/Tasks')).toBe(true);
    expect(releases.current().entries.size).toBe(0);
  });

  test('may be missing for a moment', async () => {
    await publishRelease(folder);
    const { releases, events } = await open();
    await unlink(path.join(folder, 'manifest.json'));
    await releases.refresh();
    expect(releases.current().build).toBe('build-1');
    expect(events).toEqual([]);
  });
});
