import { renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { getContentType } from '../../model/content-types.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import { type ContentFolder, PARTIAL_FOLDER } from '../../releases/dist-folder.ts';
import { computeShortHash, nameHash } from '../hashing.ts';
import type { Variants } from './compress.ts';

const suffixes = { br: '.br', gzip: '.gz' } as const;

interface ContentFile {
  folder: ContentFolder;
  /** Beginning of the file name, for people who look at the folder, such as the last segment of the URL. */
  stem: string;
  /** The file's extension with its dot. */
  extension: string;
  content: Uint8Array;
}

/** A file that the server sends for a URL. */
export interface ServedFile
  extends ContentFile,
    Pick<ManifestEntry, 'url' | 'audience' | 'cache' | 'status'> {}

/** Writes a file of the release. Returns its manifest entry. */
export function writeServedFile(
  distDir: string,
  { url, audience, cache, status, ...file }: ServedFile,
  variants: Variants = {},
): ManifestEntry {
  return { url, ...writeContentFile(distDir, file, variants), audience, cache, status };
}

/**
 * Writes the file under a name derived from its content, and its compressed variants. An existing file of that name has
 * the same bytes and isn't touched, so files that a server is reading never change.
 */
export function writeContentFile(
  distDir: string,
  { folder, stem, extension, content }: ContentFile,
  variants: Variants = {},
): Pick<ManifestEntry, 'file' | 'type' | 'encodings' | 'hash' | 'bytes'> {
  const file = `${folder}/${cleanFileStem(stem)}.${nameHash(content)}${extension}`;
  const encodings: ManifestEntry['encodings'] = {};
  // A variant's bytes depend on the compression level, and files with the same folder and extension share a level.
  for (const encoding of ['br', 'gzip'] as const) {
    const variant = variants[encoding];
    if (!variant) continue;
    encodings[encoding] = file + suffixes[encoding];
    writeOnce(distDir, file + suffixes[encoding], variant);
  }
  writeOnce(distDir, file, content);
  return {
    file,
    type: getContentType(file).type,
    encodings,
    hash: computeShortHash(content),
    bytes: content.byteLength,
  };
}

let sequence = 0;

/** Writes atomically: the file appears complete or not at all. */
function writeOnce(distDir: string, file: string, content: Uint8Array): void {
  const target = path.join(distDir, file);
  const present = statSync(target, { throwIfNoEntry: false });
  if (present?.isFile() && present.size === content.byteLength) return;
  sequence += 1;
  const partialFile = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${threadId}-${sequence}`);
  writeFileSync(partialFile, content);
  renameSync(partialFile, target);
}

/** A name that every file system accepts: letters, digits, `-` and `_`, at most 48 characters. */
function cleanFileStem(stem: string): string {
  const safe = stem
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  return safe === '' ? 'index' : safe;
}
