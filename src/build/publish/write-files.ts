import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Asset, assetBytes } from '../../markdown/article.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { ContentFolder } from '../../releases/dist-folder.ts';
import type { Problem } from '../../shared/problem.ts';
import type { UiFile } from '../bundle/bundle.ts';
import type { OutputCache } from '../cache/output-cache.ts';
import { listTree, shortHash } from '../hashing.ts';
import { type ServedFile, writeServedFile } from './content-file.ts';

export interface FileTarget {
  outputs: OutputCache;
  distDir: string;
}

/** Compressing more than this at each edit takes longer than the few who ask for it would save. */
const WORTH_COMPRESSING_MAX_BYTES = 4 << 20;

/** Scripts and styles of the shell: they hold no content, and their names change with their bytes. */
export function writeClientFiles(files: readonly UiFile[], target: FileTarget): ManifestEntry[] {
  return files.flatMap(({ file, url, audience }) => {
    const key = `${url} ${audience}`;
    const known = target.outputs.reuse(url, key);
    if (known) return known;
    const script: ServedFile = {
      ...contentAt(url, 'assets', readFileSync(file)),
      audience,
      cache: 'immutable',
    };
    const written = writeServedFile(target.distDir, script, { effort: 'asset', cached: file });
    return target.outputs.record(url, key, [written]);
  });
}

/** Pictures and downloads of the articles; their addresses change with their bytes, so each is read once only. */
export function writeArticleAssets(assets: readonly Asset[], target: FileTarget): ManifestEntry[] {
  const byUrl = new Map(assets.map((asset) => [asset.url, asset]));
  return [...byUrl].flatMap(
    ([url, asset]) => target.outputs.reuse(url, url) ?? write(url, url, 'assets', assetBytes(asset), target),
  );
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
  { outputs, distDir }: FileTarget,
): ManifestEntry[] {
  const known = outputs.reuse(url, key);
  if (known) return known;
  const file = contentAt(url, 'data', Buffer.from(text()));
  const effort = file.content.byteLength > WORTH_COMPRESSING_MAX_BYTES ? 'none' : 'page';
  return outputs.record(url, key, [writeServedFile(distDir, file, { effort })]);
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
  const key = shortHash(bytes);
  return target.outputs.reuse(url, key) ?? write(url, key, folder, bytes, target);
}

function write(
  url: string,
  key: string,
  folder: ContentFolder,
  bytes: Uint8Array,
  { outputs, distDir }: FileTarget,
): ManifestEntry[] {
  const written = writeServedFile(distDir, contentAt(url, folder, bytes), { effort: 'asset' });
  return outputs.record(url, key, [written]);
}

function shadowed(file: string, url: string): Problem {
  const message = `There is a page at ${url}, so this file cannot be reached: rename it.`;
  return { code: 'duplicate-route', severity: 'warning', file, message };
}
