import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRelease } from '../../../../testing/built-release.ts';
import {
  createOtherFilm,
  createPages,
  createPublishingSite,
  film,
} from '../../../../testing/publishing-site.ts';
import { unmount } from '../../../../testing/unmount.ts';
import { readLiveManifest } from '../../../model/manifest.ts';
import type { PublishingServer } from '../publish/publishing-server.ts';
import type { Publication } from './publication-operations.ts';

const { folder, server, start, at, built, send, read, readServedBuild } = createPublishingSite();

describe('the served release stays, and the publisher learns why, if a release', () => {
  const buildChanged = async (change: (publication: Publication) => Partial<Publication>) => {
    const { dist, publication } = await built('refused');
    return { dist, publication: { ...publication, ...change(publication) } };
  };
  const findRefusal = async (wholeRelease: Awaited<ReturnType<typeof built>>) => {
    const before = [readServedBuild(), await read()];
    const refusal = await send(wholeRelease);
    expect([readServedBuild(), await read()]).toEqual(before);
    return 'code' in refusal ? refusal.code : 'served';
  };

  test.each([
    ['is of another format', { format: 1 }],
    ['is built by other rules for audiences', { audienceRules: 0 }],
    ['is built by another version', { engine: '0.0.1' }],
  ])('%s', async (_, other) => {
    expect(await findRefusal(await buildChanged(() => other))).toBe('built-otherwise');
  });

  test('has a file name that builds never create', async () => {
    const wholeRelease = await buildChanged(({ manifest, files }) => ({
      manifest: manifest.replaceAll(files[0]?.name ?? '', '../../evil'),
      files: files.map((file, index) => (index === 0 ? { ...file, name: '../../evil' } : file)),
    }));
    expect(await findRefusal(wholeRelease)).toBe('malformed');
  });

  test('lists another hash than its manifest, or lacks a file', async () => {
    const other = await buildChanged(({ files }) => ({
      files: files.map((file) => ({ ...file, hash: 'x'.repeat(22) })),
    }));
    expect(await findRefusal(other)).toBe('malformed');
    expect(await findRefusal(await buildChanged(({ files }) => ({ files: files.slice(1) })))).toBe(
      'malformed',
    );
  });

  test.each([
    ['of one part', (bytes: number) => bytes < 1_000_000, 'malformed'],
    ['of several parts', (bytes: number) => bytes > 1_000_000, 'malformed'],
  ])('sends other bytes than announced, in a file %s', async (_, isWanted, code) => {
    const wholeRelease = await built('damaged', createPages('damaged', createOtherFilm()));
    for (const { name } of wholeRelease.publication.files.filter(({ bytes }) => isWanted(bytes))) {
      // The file is damaged on disk after it was hashed.
      const file = path.join(wholeRelease.dist, name);
      writeFileSync(file, readFileSync(file).fill('x', 0, 10));
    }
    expect(await findRefusal(wholeRelease)).toBe(code);
  });

  test('is larger than this server accepts', async () => {
    const huge = { ...film, content: Buffer.alloc(11_000_000) };
    expect(await findRefusal(await built('huge', createPages('huge', huge)))).toBe('too-large');
  });

  /** Another server on a disk of this size, or on a large disk if none can be mounted. */
  async function publishToDisk(
    size: string,
    work: (small: {
      isSmall: boolean;
      dist: string;
      through: PublishingServer;
      read(): Promise<string>;
    }) => Promise<void>,
  ) {
    const dist = path.join(folder, `disk-${size}`);
    mkdirSync(dist);
    const isSmall = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dist]).status === 0;
    if (!isSmall) console.warn('No small disk can be mounted here: the release is sent to a large one.');
    try {
      const { server, origin, token, cookie } = await start(path.basename(dist), 'small');
      const headers = { cookie, accept: 'text/html' };
      const read = async () => (await server.get('/docs/new', headers)).body;
      await work({ isSmall, dist, through: at(origin, token), read });
      await server.close();
    } finally {
      if (isSmall) unmount(dist);
    }
  }

  test("doesn't fit on the disk", () =>
    publishToDisk('4m', async ({ isSmall, dist, through }) => {
      const result = await send(await built('wide'), through);
      expect('code' in result ? result.code : 'served').toBe(isSmall ? 'no-room' : 'served');
      expect(readLiveManifest(dist)?.build).toBe(isSmall ? 'small' : 'wide');
      expect(readdirSync(path.join(dist, '.uploads'))).toEqual([]);
    }));

  test('fills the disk on its way; when there is space again, only the rest is sent', () =>
    publishToDisk('120m', async ({ isSmall, dist, through, read }) => {
      const wholeRelease = await built('filling', createPages('filling', createOtherFilm()));
      const filler = path.join(folder, 'disk-120m', 'filler');
      let [first, sent]: [ReturnType<PublishingServer['send']> | undefined, number] = [undefined, 0];
      const filling: PublishingServer = {
        ...through,
        send: async (id, parts) => {
          if (first) {
            await first;
            return through.send(id, parts);
          }
          sent = parts.length;
          first = through.send(id, parts);
          const firstOutcome = await first;
          const { bavail, bsize } = statfsSync(dist);
          if (isSmall) spawnSync('fallocate', ['-l', String(bavail * bsize), filler]);
          return firstOutcome;
        },
      };
      const result = await send(wholeRelease, filling);
      expect('code' in result ? result.code : 'served').toBe(isSmall ? 'no-room' : 'served');
      if (!isSmall) return;
      expect(await read()).toContain('It says small.');
      expect(readLiveManifest(dist)?.build).toBe('small');
      const [id = ''] = readdirSync(path.join(dist, '.uploads'));
      const stagedFiles = readdirSync(path.join(dist, '.uploads', id));
      // Partly written files don't use up the remaining space.
      expect(stagedFiles.filter((name) => name.startsWith('.'))).toEqual([]);
      expect(stagedFiles.length).toBeGreaterThanOrEqual(sent);
      rmSync(filler);
      const { answer } = await through.begin(wholeRelease.publication);
      const all = wholeRelease.publication.files.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0);
      expect(answer?.missing.length).toBeLessThanOrEqual(all - sent);
      expect(await send(wholeRelease, through)).toMatchObject({ release: expect.any(String) });
      expect(await read()).toContain('It says filling.');
    }));

  test("can't be served", async () => {
    const wholeRelease = await built('broken', [
      { url: '/a', content: '1' },
      { url: '/a', content: '2' },
    ]);
    expect(await findRefusal(wholeRelease)).toBe('unusable');
  });

  test('no longer declares the groups of the served release, unless the publisher confirms it', async () => {
    const groups = [{ name: 'staff', label: 'Staff', description: '', claims: [] }];
    const change = (manifest: object) => ({ ...manifest, groups });
    await buildRelease(server().dist, { build: 'grouped', entries: createPages('grouped'), change });
    await server().releases.refresh();
    const wholeRelease = await built('ungrouped');
    expect(await findRefusal(wholeRelease)).toBe('drops-groups');
    const confirmedRelease = {
      ...wholeRelease,
      publication: { ...wholeRelease.publication, droppedGroups: ['staff'] },
    };
    expect(await send(confirmedRelease)).toMatchObject({ release: expect.any(String) });
  });
});
