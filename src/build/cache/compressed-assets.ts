import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameHash } from '../hashing.ts';

/** The folder of compressed files. Their names say what was compressed, and how well. */
export const resolveCompressedFolder = (cacheDir: string) => path.join(cacheDir, 'compressed');

/** The compressed content from an earlier build of any site, or else compresses it and stores the result. */
export async function compressOnce(
  cacheDir: string,
  content: Uint8Array,
  variant: string,
  compress: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const file = path.join(resolveCompressedFolder(cacheDir), `${nameHash(content)}.${variant}`);
  const compressedBytes = await readFile(file).catch(() => undefined);
  if (compressedBytes) {
    const now = new Date();
    // Another build may have deleted it as unused at this moment, or another user may own it.
    await utimes(file, now, now).catch(() => {});
    return compressedBytes;
  }
  const compressedContent = await compress();
  await mkdir(path.dirname(file), { recursive: true });
  // Other builds may be writing the same file.
  const partialFile = `${file}.${randomUUID()}.tmp`;
  await writeFile(partialFile, compressedContent);
  await rename(partialFile, file);
  return compressedContent;
}
