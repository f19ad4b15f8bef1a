import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeContentFolders } from '../../releases/dist-folder.ts';
import { BuildCache } from '../cache/build-cache.ts';
import { resolveCompressedFolder } from '../cache/compressed-assets.ts';
import { createOutputCache } from '../cache/output-cache.ts';
import { listStaticFiles, writeStaticFiles } from './write-files.ts';

let folder: string;
let cacheDir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'write-'));
  cacheDir = path.join(folder, 'cache');
  mkdirSync(path.join(folder, 'static'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the static files of the folder into a new dist folder, with an empty cache. */
async function write(dist: string) {
  const distDir = path.join(folder, dist);
  mkdirSync(distDir);
  makeContentFolders(distDir);
  using cache = new BuildCache(path.join(folder, `${dist}.sqlite`));
  const outputs = createOutputCache(cache, 'code', distDir, new Set());
  const files = listStaticFiles([path.join(folder, 'static')], '/', {
    roots: [folder],
    privateFolders: [],
  });
  const { entries } = await writeStaticFiles(files, new Set(), { outputs, cacheDir });
  const read = (file = '') => readFileSync(path.join(distDir, file));
  return entries.map(({ url, encodings: { br, gzip } }) => ({
    url,
    br: br && brotliDecompressSync(read(br)).toString(),
    gzip: gzip && gunzipSync(read(gzip)).toString(),
  }));
}

const script = 'const shell = 1;\n'.repeat(200);

test('long texts get smaller variants; short texts and images get none', async () => {
  for (const [name, content] of [
    ['long.js', script],
    ['picture.png', Buffer.alloc(4096)],
    ['short.txt', 'short'],
  ] as const)
    writeFileSync(path.join(folder, 'static', name), content);
  expect(await write('dist')).toEqual([
    { url: '/short.txt' },
    { url: '/picture.png' },
    { url: '/long.js', br: script, gzip: script },
  ]);
});

test('the same content is compressed only once, for any site', async () => {
  writeFileSync(path.join(folder, 'static/a.js'), script);
  const first = await write('dist');
  const compressedDir = resolveCompressedFolder(cacheDir);
  const listInodes = () =>
    readdirSync(compressedDir).map((name) => [name, statSync(path.join(compressedDir, name)).ino]);
  const before = listInodes();
  expect(before).toHaveLength(2);
  writeFileSync(path.join(folder, 'static/b.js'), script);
  expect(await write('another')).toEqual([{ ...first[0], url: '/b.js' }, ...first]);
  expect(listInodes()).toEqual(before);
});
