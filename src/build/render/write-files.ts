import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Asset } from '../../markdown/article.ts';
import type { Problem } from '../../shared/problem.ts';
import type { UiFile } from '../bundle.ts';
import type { OutputLedger } from '../cache/output-ledger.ts';
import { listTree } from '../cache/read-tree.ts';
import { shortHash } from '../hashing.ts';
import type { ManifestEntry } from '../manifest.ts';
import { type ContentFolder, writeContentFile } from '../publish/content-file.ts';

export interface FileTarget {
  ledger: OutputLedger;
  distDir: string;
}

type Serving = Pick<ManifestEntry, 'audience' | 'cache'>;
/** Content is for readers, and checked for a newer version at each use. */
const content: Serving = { audience: 'reader', cache: 'data' };

/** Compressing more than this at each edit takes longer than the few who ask for it would save. */
const WORTH_COMPRESSING_MAX_BYTES = 4 << 20;

/** Scripts and styles of the shell: they hold no content, and their names change with their bytes. */
export function writeClientFiles(files: readonly UiFile[], target: FileTarget): ManifestEntry[] {
  return files.flatMap(({ file, url, audience }) =>
    writeNamed({ url, file, cached: file, serving: { audience, cache: 'immutable' } }, target),
  );
}

/** Pictures and downloads of the articles. */
export function writeArticleAssets(assets: readonly Asset[], target: FileTarget): ManifestEntry[] {
  const byUrl = new Map(assets.map(({ url, file }) => [url, file]));
  return [...byUrl].flatMap(([url, file]) => writeNamed({ url, file, serving: content }, target));
}

/** Files that are served as they are; a page with the same address goes first. */
export function writeStaticFiles(
  staticDirs: readonly string[],
  taken: ReadonlySet<string>,
  target: FileTarget,
): { entries: ManifestEntry[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const files = new Map<string, string>();
  for (const folder of staticDirs) {
    for (const name of listTree(folder, (segment) => segment === '.DS_Store')) {
      const url = `/${name}`;
      const file = path.join(folder, name);
      if (taken.has(url)) problems.push(shadowed(file, url));
      else if (!files.has(url)) files.set(url, file);
    }
  }
  const entries = [...files].flatMap(([url, file]) => {
    const bytes = readFileSync(file);
    return write({ url, bytes, key: shortHash(bytes), folder: 'static', serving: content }, target);
  });
  return { entries, problems };
}

/** A file that the build itself composes, such as a sidebar. */
export function writeText(
  url: string,
  text: string,
  folder: ContentFolder,
  target: FileTarget,
): ManifestEntry[] {
  const bytes = Buffer.from(text);
  return write({ url, bytes, key: shortHash(bytes), folder, serving: content }, target);
}

/** The same for a text that is long to make: it is made only when `key` says that it has changed. */
export function writeLongText(
  url: string,
  key: string,
  text: () => string,
  { ledger, distDir }: FileTarget,
): ManifestEntry[] {
  const known = ledger.reuse(url, key);
  if (known) return known;
  const bytes = Buffer.from(text());
  const extension = path.posix.extname(url);
  const stem = path.posix.basename(url, extension);
  const effort = bytes.byteLength > WORTH_COMPRESSING_MAX_BYTES ? 'none' : 'page';
  const written = writeContentFile(distDir, { folder: 'data', stem, extension, content: bytes, effort });
  return ledger.record(url, key, [{ url, ...written, ...content, status: 200 }]);
}

/** For addresses that carry a hash of the content: such a file is read once only. */
function writeNamed(
  { url, file, serving, cached }: Pick<FileToWrite, 'url' | 'serving' | 'cached'> & { file: string },
  target: FileTarget,
): ManifestEntry[] {
  const key = `${url} ${serving.audience}`;
  return (
    target.ledger.reuse(url, key) ??
    write({ url, bytes: readFileSync(file), key, folder: 'assets', serving, cached }, target)
  );
}

interface FileToWrite {
  url: string;
  bytes: Uint8Array;
  key: string;
  folder: ContentFolder;
  serving: Serving;
  cached?: string | undefined;
}

function write(
  { url, bytes, key, folder, serving, cached }: FileToWrite,
  { ledger, distDir }: FileTarget,
): ManifestEntry[] {
  const known = ledger.reuse(url, key);
  if (known) return known;
  const extension = path.posix.extname(url);
  const stem = path.posix.basename(url, extension);
  const written = writeContentFile(distDir, {
    folder,
    stem,
    extension,
    content: bytes,
    effort: 'asset',
    cached,
  });
  return ledger.record(url, key, [{ url, ...written, ...serving, status: 200 }]);
}

function shadowed(file: string, url: string): Problem {
  const message = `There is a page at ${url}, so this file cannot be reached: rename it.`;
  return { code: 'duplicate-route', severity: 'warning', file, message };
}
