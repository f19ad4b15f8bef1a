import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Asset, assetBytes } from '../../markdown/article.ts';
import { contentType } from '../../model/content-types.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { ContentFolder } from '../../releases/dist-folder.ts';
import { canonicalText } from '../../shared/canonical-text.ts';
import { folderTree } from '../../shared/folder-tree.ts';
import { inParallel } from '../../shared/in-parallel.ts';
import type { Problem } from '../../shared/problem.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import type { UiFile } from '../bundle/bundle.ts';
import type { OutputCache } from '../cache/output-cache.ts';
import { shortHash } from '../hashing.ts';
import { compressAsset, compressPage, type Variants } from './compress.ts';
import { type ServedFile, writeServedFile } from './content-file.ts';
import { isPublished } from './dotfiles.ts';

interface FileTarget {
  outputs: OutputCache;
  cacheDir: string;
}

/** As many as Node compresses beside each other; what waits for that is in memory. */
const FILES_AT_ONCE = 4;
/** Compressing more than this at each edit takes longer than the few who ask for it would save. */
const WORTH_COMPRESSING_MAX_BYTES = 4 << 20;

/** Scripts and styles of the shell: they hold no content, and their names change with their bytes. */
export function writeClientFiles(files: readonly UiFile[], target: FileTarget): Promise<ManifestEntry[]> {
  return inParallel(files, FILES_AT_ONCE, ({ file, url, audience }) =>
    writeUnlessKnown(url, `${url} ${audience}`, target, () =>
      asAsset(
        { ...contentAt(url, 'assets', readFileSync(file)), audience, cache: 'immutable' },
        target.cacheDir,
      ),
    ),
  );
}

/** Pictures and downloads of the articles; their addresses change with their bytes, so each is read once only. */
export function writeArticleAssets(assets: readonly Asset[], target: FileTarget): Promise<ManifestEntry[]> {
  const byUrl = new Map(assets.map((asset) => [asset.url, asset]));
  return inParallel([...byUrl], FILES_AT_ONCE, ([url, asset]) =>
    write(url, url, 'assets', () => assetBytes(asset), target),
  );
}

/** Files that are served as they are, by their addresses below the base path; the first folder that has one wins. */
export function listStaticFiles(
  staticDirs: readonly string[],
  basePath: string,
  boundary: SiteBoundary,
): ReadonlyMap<string, string> {
  const all = staticDirs.flatMap((folder) =>
    folderTree(folder, { boundary })
      .files.filter(isPublished)
      .map((name) => [basePath + canonicalText(name), path.join(folder, name)] as const),
  );
  return new Map(all.reverse());
}

/** A page with the same address goes first. */
export async function writeStaticFiles(
  files: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
  target: FileTarget,
): Promise<{ entries: ManifestEntry[]; problems: Problem[] }> {
  const { reached = [], hidden = [] } = Object.groupBy(files, ([url]) =>
    taken.has(url) ? 'hidden' : 'reached',
  );
  return {
    entries: await inParallel(reached, FILES_AT_ONCE, ([url, file]) =>
      writeBytes(url, 'static', readFileSync(file), target),
    ),
    problems: hidden.map(([url, file]) => shadowed(file, url)),
  };
}

/** Files that the build itself composes, such as a sidebar, by their addresses. */
export function writeTexts(
  texts: Iterable<[url: string, text: () => string]>,
  folder: ContentFolder,
  target: FileTarget,
): Promise<ManifestEntry[]> {
  return inParallel([...texts], FILES_AT_ONCE, ([url, text]) =>
    writeBytes(url, folder, Buffer.from(text()), target),
  );
}

/** The same for a text that is long to make: it is made only when `key` says that it has changed. */
export function writeLongText(
  url: string,
  key: string,
  text: () => string,
  target: FileTarget,
): Promise<ManifestEntry> {
  return writeUnlessKnown(url, key, target, async () => {
    const file = contentAt(url, 'data', Buffer.from(text()));
    return [file, file.content.byteLength > WORTH_COMPRESSING_MAX_BYTES ? {} : compressPage(file.content)];
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
): Promise<ManifestEntry> {
  return write(url, shortHash(bytes), folder, () => bytes, target);
}

function write(
  url: string,
  key: string,
  folder: ContentFolder,
  bytes: () => Uint8Array,
  target: FileTarget,
): Promise<ManifestEntry> {
  return writeUnlessKnown(url, key, target, () => asAsset(contentAt(url, folder, bytes()), target.cacheDir));
}

async function asAsset(file: ServedFile, cacheDir: string): Promise<[file: ServedFile, variants: Variants]> {
  const { compressible } = contentType(file.url);
  return [file, compressible ? await compressAsset(file.content, cacheDir) : {}];
}

/** What an earlier build made from the same, else what is made now. */
async function writeUnlessKnown(
  url: string,
  key: string,
  { outputs }: FileTarget,
  make: () => Promise<[file: ServedFile, variants: Variants]>,
): Promise<ManifestEntry> {
  const [known] = outputs.reuse(url, key) ?? [];
  if (known) return known;
  const entry = writeServedFile(outputs.distDir, ...(await make()));
  outputs.record(url, key, [entry]);
  return entry;
}

function shadowed(file: string, url: string): Problem {
  const message = `There is a page at ${url}, so this file cannot be reached: rename it.`;
  return { code: 'duplicate-route', severity: 'warning', file, message };
}
