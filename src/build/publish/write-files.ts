import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Asset, decodeAsset } from '../../markdown/article.ts';
import { getContentType } from '../../model/content-types.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { ContentFolder } from '../../releases/dist-folder.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { readFolderTree } from '../../shared/folder-tree.ts';
import { runInParallel } from '../../shared/in-parallel.ts';
import type { Problem } from '../../shared/problem.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import type { UiFile } from '../bundle/bundle.ts';
import type { OutputCache } from '../cache/output-cache.ts';
import { computeShortHash } from '../hashing.ts';
import { compressAsset, compressPage, type Variants } from './compress.ts';
import { type ServedFile, writeServedFile } from './content-file.ts';
import { isPublished } from './dotfiles.ts';

interface FileTarget {
  outputs: OutputCache;
  cacheDir: string;
}

/** Node compresses this many files at a time. More would only wait in memory. */
const FILES_AT_ONCE = 4;
/** Compressing a larger file after each edit takes more time than its few readers would save. */
const WORTH_COMPRESSING_MAX_BYTES = 4 << 20;

/** Writes scripts and styles of the shell. They contain no content, and their names change with their bytes. */
export function writeClientFiles(files: readonly UiFile[], target: FileTarget): Promise<ManifestEntry[]> {
  return runInParallel(files, FILES_AT_ONCE, ({ file, url, audience }) =>
    writeUnlessCached(url, `${url} ${audience}`, target, () =>
      compressIfUseful(
        { ...describeContentFile(url, 'assets', readFileSync(file)), audience, cache: 'immutable' },
        target.cacheDir,
      ),
    ),
  );
}

/** Writes images and downloads of articles. Their URLs change with their bytes, so each file is read only once. */
export function writeArticleAssets(assets: readonly Asset[], target: FileTarget): Promise<ManifestEntry[]> {
  const byUrl = new Map(assets.map((asset) => [asset.url, asset]));
  return runInParallel([...byUrl], FILES_AT_ONCE, ([url, asset]) =>
    write(url, url, 'assets', () => decodeAsset(asset), target),
  );
}

/**
 * Files that are served unchanged, by their URLs below the base path. If several folders have a file, the first wins.
 */
export function listStaticFiles(
  staticDirs: readonly string[],
  basePath: string,
  boundary: SiteBoundary,
): ReadonlyMap<string, string> {
  const all = staticDirs.flatMap((folder) =>
    readFolderTree(folder, { boundary })
      .files.filter(isPublished)
      .map((name) => [basePath + toCanonicalText(name), path.join(folder, name)] as const),
  );
  return new Map(all.reverse());
}

/** Writes static files. A page with the same URL takes precedence. */
export async function writeStaticFiles(
  files: ReadonlyMap<string, string>,
  takenUrls: ReadonlySet<string>,
  target: FileTarget,
): Promise<{ entries: ManifestEntry[]; problems: Problem[] }> {
  const { reached: reachableFiles = [], hidden = [] } = Object.groupBy(files, ([url]) =>
    takenUrls.has(url) ? 'hidden' : 'reached',
  );
  return {
    entries: await runInParallel(reachableFiles, FILES_AT_ONCE, ([url, file]) =>
      writeBytes(url, 'static', readFileSync(file), target),
    ),
    problems: hidden.map(([url, file]) => reportShadowedFile(file, url)),
  };
}

/** Writes files that the build composes, such as sidebars, by URL. */
export function writeTexts(
  texts: Iterable<[url: string, text: () => string]>,
  folder: ContentFolder,
  target: FileTarget,
): Promise<ManifestEntry[]> {
  return runInParallel([...texts], FILES_AT_ONCE, ([url, text]) =>
    writeBytes(url, folder, Buffer.from(text()), target),
  );
}

/** Writes a text that takes long to compose. It is composed only if `key` has changed. */
export function writeLongText(
  url: string,
  key: string,
  text: () => string,
  target: FileTarget,
): Promise<ManifestEntry> {
  return writeUnlessCached(url, key, target, async () => {
    const file = describeContentFile(url, 'data', Buffer.from(text()));
    return [file, file.content.byteLength > WORTH_COMPRESSING_MAX_BYTES ? {} : compressPage(file.content)];
  });
}

/** Describes a file of content: for readers, and revalidated at each use. */
export function describeContentFile(url: string, folder: ContentFolder, content: Uint8Array): ServedFile {
  const extension = path.posix.extname(url);
  const stem = path.posix.basename(url, extension);
  return { url, folder, stem, extension, content, audience: 'reader', cache: 'data', status: 200 };
}

function writeBytes(
  url: string,
  folder: ContentFolder,
  bytes: Uint8Array,
  target: FileTarget,
): Promise<ManifestEntry> {
  return write(url, computeShortHash(bytes), folder, () => bytes, target);
}

function write(
  url: string,
  key: string,
  folder: ContentFolder,
  bytes: () => Uint8Array,
  target: FileTarget,
): Promise<ManifestEntry> {
  return writeUnlessCached(url, key, target, () =>
    compressIfUseful(describeContentFile(url, folder, bytes()), target.cacheDir),
  );
}

async function compressIfUseful(
  file: ServedFile,
  cacheDir: string,
): Promise<[file: ServedFile, variants: Variants]> {
  const { compressible } = getContentType(file.url);
  return [file, compressible ? await compressAsset(file.content, cacheDir) : {}];
}

/** Reuses what an earlier build wrote for the same key, or else writes it now. */
async function writeUnlessCached(
  url: string,
  key: string,
  { outputs }: FileTarget,
  make: () => Promise<[file: ServedFile, variants: Variants]>,
): Promise<ManifestEntry> {
  const [cachedEntry] = outputs.reuse(url, key) ?? [];
  if (cachedEntry) return cachedEntry;
  const entry = writeServedFile(outputs.distDir, ...(await make()));
  outputs.record(url, key, [entry]);
  return entry;
}

function reportShadowedFile(file: string, url: string): Problem {
  const message = `There is a page at ${url}, so this file can't be reached. Rename the file.`;
  return { code: 'duplicate-route', severity: 'warning', file, message };
}
