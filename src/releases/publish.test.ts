import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifyDist } from '../../testing/verify-dist.ts';
import { compressPage } from '../build/publish/compress.ts';
import { writeContentFile } from '../build/publish/content-file.ts';
import { MANIFEST_FORMAT, type Manifest, readLiveManifest } from '../model/manifest.ts';
import { checkDistDir, makeContentFolders } from './dist-folder.ts';
import { publish, switchToRelease, withdrawBuild } from './publish.ts';
import { listReleases } from './release-record.ts';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(path.join(tmpdir(), 'publish-'));
  makeContentFolders(distDir);
});
afterEach(() => rmSync(distDir, { recursive: true }));

function write(text: string) {
  const content = Buffer.from(text);
  return writeContentFile(
    distDir,
    { folder: 'pages', stem: 'a', extension: '.html', content },
    compressPage(content),
  );
}

function createRelease(...texts: string[]): Manifest {
  return {
    format: MANIFEST_FORMAT,
    basePath: '/',
    build: texts.join(),
    entries: texts.map((text, index) => ({
      url: `/${index}`,
      ...write(text),
      audience: 'reader',
      cache: 'page',
      status: 200,
    })),
    redirects: [],
    languages: [{ tag: 'en', path: '/', templates: {}, texts: {} }],
    scriptHashes: [],
    styleHashes: [],
  };
}

const countPages = () => readdirSync(path.join(distDir, 'pages')).length;

test('reads back a release as it was published, with all its files', () => {
  const manifest = createRelease('one', 'two');
  publish(distDir, { manifest, siteJson: '{}' }, { keep: 2 });
  expect(readLiveManifest(distDir)).toEqual(manifest);
  expect(verifyDist(distDir)).toEqual([]);
});

test('keeps the previous release on disk and removes older ones', () => {
  for (const text of ['one', 'two', 'three'])
    publish(distDir, { manifest: createRelease(text), siteJson: '{}' }, { keep: 2 });
  expect(countPages()).toBe(2);
  publish(distDir, { manifest: createRelease('three'), siteJson: '{}' }, { keep: 2 });
  expect(countPages()).toBe(2);
});

test('stores the files of the live release once, and leaves older releases unchanged', () => {
  const [first, second] = [createRelease('one'), createRelease('two')];
  for (const manifest of [first, second]) publish(distDir, { manifest, siteJson: '{}' }, { keep: 2 });
  expect(readLiveManifest(distDir)).toEqual(second);
  const releaseFolders = listReleases(distDir).records.map(({ name }) =>
    path.join(distDir, 'releases', name),
  );
  expect(releaseFolders.map(readLiveManifest)).toEqual([second, first]);
  const readInode = (folder: string) => statSync(path.join(folder, 'manifest.json')).ino;
  expect(readInode(distDir)).toBe(readInode(releaseFolders[0] ?? ''));
});

test('removes files from before the build that no release refers to', () => {
  const { file } = write('left');
  const present = new Set([file]);
  publish(distDir, { manifest: createRelease('one'), siteJson: '{}' }, { keep: 2, present });
  expect(verifyDist(distDir)).toEqual([]);
  expect(countPages()).toBe(1);
});

test("doesn't write a file that already exists", () => {
  const { file } = write('same');
  const before = statSync(path.join(distDir, file), { bigint: true });
  write('same');
  const after = statSync(path.join(distDir, file), { bigint: true });
  expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
});

test('compresses long text, but not short text', () => {
  const longFile = write('word '.repeat(1000));
  expect(Object.keys(longFile.encodings)).toEqual(['br', 'gzip']);
  expect(write('short').encodings).toEqual({});
});

test('removes what a failed build wrote, and keeps the live release', () => {
  publish(distDir, { manifest: createRelease('one'), siteJson: '{}' }, { keep: 2 });
  createRelease('two', 'three');
  writeFileSync(path.join(distDir, '.partial', 'half'), 'ha');
  withdrawBuild(distDir);
  expect(countPages()).toBe(1);
  expect(readdirSync(path.join(distDir, '.partial'))).toEqual([]);
  expect(verifyDist(distDir)).toEqual([]);
});

test('names a damaged or missing file of a release', () => {
  const manifest = createRelease('one', 'two');
  publish(distDir, { manifest, siteJson: '{}' }, { keep: 2 });
  const [first, second] = manifest.entries;
  rmSync(path.join(distDir, first?.file ?? ''));
  writeFileSync(path.join(distDir, second?.file ?? ''), 'other');
  expect(verifyDist(distDir)).toEqual([`${first?.file} is missing`, `${second?.file} has other content`]);
});

test('rejects a folder with sources or unknown files as dist folder', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'project-'));
  const docs = path.join(project, 'docs');
  mkdirSync(docs);
  expect(checkDistDir(path.join(project, 'dist'), [docs])).toEqual([]);
  expect(checkDistDir(project, [docs])[0]?.code).toBe('dist-dir');
  writeFileSync(path.join(docs, 'thesis.tex'), '');
  expect(checkDistDir(docs, [])[0]?.code).toBe('dist-dir');
  expect(existsSync(path.join(docs, 'thesis.tex'))).toBe(true);
  rmSync(project, { recursive: true });
});

test('accepts an existing dist folder, whatever a killed build left in it', () => {
  writeFileSync(path.join(distDir, '.partial', 'half'), 'ha');
  expect(checkDistDir(distDir, [])).toEqual([]);
  publish(distDir, { manifest: createRelease('one'), siteJson: '{}' }, { keep: 2 });
  expect(checkDistDir(distDir, [])).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(distDir, 'site.json'), 'utf8'))).toEqual({});
});

test('names each release, and removes those beyond the limit', () => {
  for (const text of ['one', 'two', 'three'])
    publish(
      distDir,
      { manifest: createRelease(text), siteJson: '{}' },
      { keep: 2, origin: { author: 'Ada' } },
    );
  const { records, live } = listReleases(distDir);
  expect(records.map(({ build, number }) => [build, number])).toEqual([
    ['three', 3],
    ['two', 2],
  ]);
  expect(live).toMatchObject({
    build: 'three',
    origin: { author: 'Ada' },
    changes: { changed: { paths: ['/0'] } },
  });
  expect(new Set(records.map(({ name }) => name)).size).toBe(2);
});

test('keeps the order of releases when a clock that was days ahead is corrected', () => {
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 86_400_000 });
    publish(distDir, { manifest: createRelease('ahead'), siteJson: '{}' }, { keep: 9 });
  } finally {
    vi.useRealTimers();
  }
  publish(distDir, { manifest: createRelease('right'), siteJson: '{}' }, { keep: 9 });
  const { records, live } = listReleases(distDir);
  expect([live?.build, ...records.map(({ build }) => build)]).toEqual(['right', 'right', 'ahead']);
});

test('makes a build the newest again when it is published again, even in the same millisecond', () => {
  try {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const text of ['one', 'two', 'one'])
      publish(distDir, { manifest: createRelease(text), siteJson: '{}' }, { keep: 9 });
  } finally {
    vi.useRealTimers();
  }
  expect(listReleases(distDir).records.map(({ build }) => build)).toEqual(['one', 'two']);
});

test('serves an older release completely after a rollback, and keeps it while it is live', () => {
  for (const text of ['one', 'two'])
    publish(distDir, { manifest: createRelease(text), siteJson: '{}' }, { keep: 2 });
  const [, first] = listReleases(distDir).records;
  if (!first) throw new Error('there is no first release');
  switchToRelease(distDir, first);
  expect(readLiveManifest(distDir)?.build).toBe('one');
  expect(verifyDist(distDir)).toEqual([]);
  // A server may still be answering from this release when the next two are published.
  publish(distDir, { manifest: createRelease('three'), siteJson: '{}' }, { keep: 2 });
  expect(listReleases(distDir).records.map(({ build }) => build)).toEqual(['three', 'two', 'one']);
  expect(verifyDist(distDir)).toEqual([]);
});
