import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { computeShortHash } from '../src/build/hashing.ts';
import { MANIFEST_FILE } from '../src/config/constants.ts';
import { listManifestFiles, readLiveManifest } from '../src/model/manifest.ts';
import { classifyFileName, hasNamedContent } from '../src/releases/named-content.ts';

/** Lists the problems of the release in a folder. Every file must exist with the bytes that were published. */
export function verifyDist(distDir: string): string[] {
  const manifest = readLiveManifest(distDir);
  if (!manifest) return [`${MANIFEST_FILE} is missing or not one of ours`];
  const damagedFiles: string[] = [];
  const read = (file: string): Buffer | undefined => {
    try {
      return readFileSync(path.join(distDir, file));
    } catch {
      damagedFiles.push(`${file} is missing`);
      return undefined;
    }
  };
  for (const { file, hash, encodings } of manifest.entries) {
    const check = (name: string, unpack: (content: Buffer) => Buffer) => {
      const content = read(name);
      if (content && !hasHash(content, hash, unpack)) damagedFiles.push(`${name} has other content`);
    };
    check(file, (content) => content);
    if (encodings.br !== undefined) check(encodings.br, (content) => brotliDecompressSync(content));
    if (encodings.gzip !== undefined) check(encodings.gzip, (content) => gunzipSync(content));
  }
  const checkedFiles = new Set(
    manifest.entries.flatMap((entry) => [entry.file, ...Object.values(entry.encodings)]),
  );
  for (const file of listManifestFiles(manifest)) {
    if (checkedFiles.has(file)) continue;
    const content = read(file);
    if (content && (classifyFileName(file) !== 'content' || !hasNamedContent(file, content)))
      damagedFiles.push(`${file} isn't named by its content`);
  }
  return damagedFiles;
}

function hasHash(content: Buffer, hash: string, unpack: (content: Buffer) => Buffer): boolean {
  try {
    return computeShortHash(unpack(content)) === hash;
  } catch {
    return false;
  }
}
