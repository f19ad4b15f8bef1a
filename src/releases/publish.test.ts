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
import { MANIFEST_FORMAT, type Manifest, readManifest } from '../model/manifest.ts';
import { checkDistDir, makeContentFolders } from './dist-folder.ts';
import { publish, switchTo, withdraw } from './publish.ts';
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

function release(...texts: string[]): Manifest {
  return {
    format: MANIFEST_FORMAT,
    basePath: '/',
    build: texts.join(),
    entries: texts.map((text, at) => ({
      url: `/${at}`,
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

const pages = () => readdirSync(path.join(distDir, 'pages')).length;

test('a release is read back as it was published, with every file in its place', () => {
  const manifest = release('one', 'two');
  publish(distDir, { manifest, siteJson: '{}' }, { keep: 2 });
  expect(readManifest(distDir)).toEqual(manifest);
  expect(verifyDist(distDir)).toEqual([]);
});

test('the release before stays on disk, older ones go', () => {
  for (const text of ['one', 'two', 'three'])
    publish(distDir, { manifest: release(text), siteJson: '{}' }, { keep: 2 });
  expect(pages()).toBe(2);
  publish(distDir, { manifest: release('three'), siteJson: '{}' }, { keep: 2 });
  expect(pages()).toBe(2);
});

test('the release that is served has its files once on the disk, and a kept one stays as it was', () => {
  const [first, second] = [release('one'), release('two')];
  for (const manifest of [first, second]) publish(distDir, { manifest, siteJson: '{}' }, { keep: 2 });
  expect(readManifest(distDir)).toEqual(second);
  const kept = listReleases(distDir).records.map(({ name }) => path.join(distDir, 'releases', name));
  expect(kept.map(readManifest)).toEqual([second, first]);
  const inode = (folder: string) => statSync(path.join(folder, 'manifest.json')).ino;
  expect(inode(distDir)).toBe(inode(kept[0] ?? ''));
});

test('what came into the folder before a build is known to it, and goes where no release has it', () => {
  const { file } = write('left');
  const present = new Set([file]);
  publish(distDir, { manifest: release('one'), siteJson: '{}' }, { keep: 2, present });
  expect(verifyDist(distDir)).toEqual([]);
  expect(pages()).toBe(1);
});

test('a file that is there already is not written again', () => {
  const { file } = write('same');
  const before = statSync(path.join(distDir, file), { bigint: true });
  write('same');
  const after = statSync(path.join(distDir, file), { bigint: true });
  expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
});

test('long text gets smaller variants beside it, short text and pictures get none', () => {
  const long = write('word '.repeat(1000));
  expect(Object.keys(long.encodings)).toEqual(['br', 'gzip']);
  expect(write('short').encodings).toEqual({});
});

test('what a failed build wrote is withdrawn, and the release that is served stays', () => {
  publish(distDir, { manifest: release('one'), siteJson: '{}' }, { keep: 2 });
  release('two', 'three');
  writeFileSync(path.join(distDir, '.partial', 'half'), 'ha');
  withdraw(distDir);
  expect(pages()).toBe(1);
  expect(readdirSync(path.join(distDir, '.partial'))).toEqual([]);
  expect(verifyDist(distDir)).toEqual([]);
});

test('a damaged or missing file of a release is named', () => {
  const manifest = release('one', 'two');
  publish(distDir, { manifest, siteJson: '{}' }, { keep: 2 });
  const [first, second] = manifest.entries;
  rmSync(path.join(distDir, first?.file ?? ''));
  writeFileSync(path.join(distDir, second?.file ?? ''), 'other');
  expect(verifyDist(distDir)).toEqual([`${first?.file} is missing`, `${second?.file} has other content`]);
});

test('a folder with sources or with foreign files is no dist folder', () => {
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

test('a dist folder of ours is taken again, whatever a killed build left in it', () => {
  writeFileSync(path.join(distDir, '.partial', 'half'), 'ha');
  expect(checkDistDir(distDir, [])).toEqual([]);
  publish(distDir, { manifest: release('one'), siteJson: '{}' }, { keep: 2 });
  expect(checkDistDir(distDir, [])).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(distDir, 'site.json'), 'utf8'))).toEqual({});
});

test('each release has a name, and those that are too many go', () => {
  for (const text of ['one', 'two', 'three'])
    publish(distDir, { manifest: release(text), siteJson: '{}' }, { keep: 2, origin: { author: 'Ada' } });
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

test('a clock that was days ahead, and is right again, changes no order', () => {
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 86_400_000 });
    publish(distDir, { manifest: release('ahead'), siteJson: '{}' }, { keep: 9 });
  } finally {
    vi.useRealTimers();
  }
  publish(distDir, { manifest: release('right'), siteJson: '{}' }, { keep: 9 });
  const { records, live } = listReleases(distDir);
  expect([live?.build, ...records.map(({ build }) => build)]).toEqual(['right', 'right', 'ahead']);
});

test('what was once published is the newest again when it is published again, in the same millisecond too', () => {
  try {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const text of ['one', 'two', 'one'])
      publish(distDir, { manifest: release(text), siteJson: '{}' }, { keep: 9 });
  } finally {
    vi.useRealTimers();
  }
  expect(listReleases(distDir).records.map(({ build }) => build)).toEqual(['one', 'two']);
});

test('a release that is gone back to is served whole, and stays while it is', () => {
  for (const text of ['one', 'two'])
    publish(distDir, { manifest: release(text), siteJson: '{}' }, { keep: 2 });
  const [, first] = listReleases(distDir).records;
  if (!first) throw new Error('there is no first release');
  switchTo(distDir, first);
  expect(readManifest(distDir)?.build).toBe('one');
  expect(verifyDist(distDir)).toEqual([]);
  // A server may still be answering from it when the next two come.
  publish(distDir, { manifest: release('three'), siteJson: '{}' }, { keep: 2 });
  expect(listReleases(distDir).records.map(({ build }) => build)).toEqual(['three', 'two', 'one']);
  expect(verifyDist(distDir)).toEqual([]);
});
