import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Asset, assetBytes } from '../../markdown/article.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { ContentFolder } from '../../releases/dist-folder.ts';
import type { Problem } from '../../shared/problem.ts';
import type { UiFile } from '../bundle/bundle.ts';
import type { OutputCache } from '../cache/output-cache.ts';
import { listTree, shortHash } from '../hashing.ts';
import { type Compression, type ServedFile, writeServedFile } from './content-file.ts';

export interface FileTarget {
  outputs: OutputCache;
  distDir: string;
}

/** Compressing more than this at each edit takes longer than the few who ask for it would save. */
const WORTH_COMPRESSING_MAX_BYTES = 4 << 20;

/** Scripts and styles of the shell: they hold no content, and their names change with their bytes. */
export function writeClientFiles(files: readonly UiFile[], target: FileTarget): ManifestEntry[] {
  return files.flatMap(({ file, url, audience }) =>
    writeUnlessKnown(url, `${url} ${audience}`, target, () => [
      { ...contentAt(url, 'assets', readFileSync(file)), audience, cache: 'immutable' },
      { effort: 'asset', cached: file },
    ]),
  );
}

/** Pictures and downloads of the articles; their addresses change with their bytes, so each is read once only. */
export function writeArticleAssets(assets: readonly Asset[], target: FileTarget): ManifestEntry[] {
  const byUrl = new Map(assets.map((asset) => [asset.url, asset]));
  return [...byUrl].flatMap(([url, asset]) => write(url, url, 'assets', () => assetBytes(asset), target));
}

/** Files that are served as they are, by their addresses below the base path; the first folder that has one wins. */
export function listStaticFiles(
  staticDirs: readonly string[],
  basePath: string,
): ReadonlyMap<string, string> {
  const all = staticDirs.flatMap((folder) =>
    listTree(folder, (segment) => segment === '.DS_Store').map(
      (name) => [basePath + name, path.join(folder, name)] as const,
    ),
  );
  return new Map(all.reverse());
}

/** A page with the same address goes first. */
export function writeStaticFiles(
  files: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
  target: FileTarget,
): { entries: ManifestEntry[]; problems: Problem[] } {
  const entries: ManifestEntry[] = [];
  const problems: Problem[] = [];
  for (const [url, file] of files) {
    if (taken.has(url)) problems.push(shadowed(file, url));
    else entries.push(...writeBytes(url, 'static', readFileSync(file), target));
  }
  return { entries, problems };
}

/** A file that the build itself composes, such as a sidebar. */
export function writeText(
  url: string,
  folder: ContentFolder,
  text: string,
  target: FileTarget,
): ManifestEntry[] {
  return writeBytes(url, folder, Buffer.from(text), target);
}

/** The same for a text that is long to make: it is made only when `key` says that it has changed. */
export function writeLongText(
  url: string,
  key: string,
  text: () => string,
  target: FileTarget,
): ManifestEntry[] {
  return writeUnlessKnown(url, key, target, () => {
    const file = contentAt(url, 'data', Buffer.from(text()));
    return [file, { effort: file.content.byteLength > WORTH_COMPRESSING_MAX_BYTES ? 'none' : 'page' }];
  });
}

/** Content is for readers, and checked for a newer version at each use. */
export function contentAt(url: string, folder: ContentFolder, content: Uint8Array): ServedFile {
  const extension = path.posix.extname(url);
  const stem = path.posix.basename(url, extension);
  return { url, folder, stem, extension, content, audience: 'reader', cache: 'data', status: 200 };
}

function writeBytes(
  url: string,
  folder: ContentFolder,
  bytes: Uint8Array,
  target: FileTarget,
): ManifestEntry[] {
  return write(url, shortHash(bytes), folder, () => bytes, target);
}

function write(
  url: string,
  key: string,
  folder: ContentFolder,
  bytes: () => Uint8Array,
  target: FileTarget,
): ManifestEntry[] {
  return writeUnlessKnown(url, key, target, () => [contentAt(url, folder, bytes()), { effort: 'asset' }]);
}

/** What an earlier build made from the same, else what is made now. */
function writeUnlessKnown(
  url: string,
  key: string,
  { outputs, distDir }: FileTarget,
  make: () => [file: ServedFile, compression: Compression],
): ManifestEntry[] {
  return outputs.reuse(url, key) ?? outputs.record(url, key, [writeServedFile(distDir, ...make())]);
}

function shadowed(file: string, url: string): Problem {
  const message = `There is a page at ${url}, so this file cannot be reached: rename it.`;
  return { code: 'duplicate-route', severity: 'warning', file, message };
}
