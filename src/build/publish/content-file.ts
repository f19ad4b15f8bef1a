import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { nameHash, shortHash } from '../hashing.ts';
import type { ManifestEntry } from '../manifest.ts';
import { compress, compressOnce, type Effort } from './compress.ts';
import { contentType } from './content-types.ts';

/** Folders of the dist folder that hold content-named files; nothing else in it is ever removed. */
export const CONTENT_FOLDERS = ['pages', 'data', 'assets', 'static'] as const;
export type ContentFolder = (typeof CONTENT_FOLDERS)[number];

/** Files on their way; what a killed build leaves here, the next one removes. */
export const PARTIAL_FOLDER = '.partial';

const suffixes = { br: '.br', gzip: '.gz' } as const;

export interface ContentFile {
  folder: ContentFolder;
  /** For people: what the file is, e.g. the last segment of the address. */
  stem: string;
  /** With its dot. */
  extension: string;
  content: Uint8Array;
  effort: Effort;
  /** The file of the build's cache that this is, for its compressed variants to be kept there. */
  cached?: string | undefined;
}

/**
 * Writes a file under a name made from its content, and its compressed variants. A name that is there
 * already stands for the same bytes and is left alone, so a file that some server reads is never touched.
 */
export function writeContentFile(
  distDir: string,
  { folder, stem, extension, content, effort, cached }: ContentFile,
): Pick<ManifestEntry, 'file' | 'type' | 'encodings' | 'hash' | 'bytes'> {
  const file = `${folder}/${fileStem(stem)}.${nameHash(content)}${extension}`;
  const { type, compressible } = contentType(file);
  const encodings: ManifestEntry['encodings'] = {};
  // The effort is part of a variant's bytes, and two efforts never share a folder and an extension.
  const variants = compressible ? variantsOf({ content, effort, cached }) : {};
  for (const encoding of ['br', 'gzip'] as const) {
    const variant = variants[encoding];
    if (!variant) continue;
    encodings[encoding] = file + suffixes[encoding];
    writeOnce(distDir, file + suffixes[encoding], variant);
  }
  writeOnce(distDir, file, content);
  return { file, type, encodings, hash: shortHash(content), bytes: content.byteLength };
}

const variantsOf = ({ content, effort, cached }: Pick<ContentFile, 'content' | 'effort' | 'cached'>) =>
  cached === undefined ? compress(content, effort) : compressOnce(cached, content, effort);

let sequence = 0;

/** The file appears under its name whole or not at all. */
function writeOnce(distDir: string, file: string, content: Uint8Array): void {
  const target = path.join(distDir, file);
  if (statSync(target, { throwIfNoEntry: false })?.size === content.byteLength) return;
  sequence += 1;
  const partial = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${threadId}-${sequence}`);
  writeFileSync(partial, content);
  renameSync(partial, target);
}

/** Makes the folders that `writeContentFile` writes to. */
export function makeContentFolders(distDir: string): void {
  for (const folder of [PARTIAL_FOLDER, ...CONTENT_FOLDERS])
    mkdirSync(path.join(distDir, folder), { recursive: true });
}

/** Safe in every file system: letters, digits, `-` and `_`, at most 48. */
function fileStem(stem: string): string {
  const safe = stem
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  return safe === '' ? 'index' : safe;
}
