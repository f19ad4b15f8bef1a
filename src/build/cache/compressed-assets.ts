import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameHash } from '../hashing.ts';

/** Files whose names say what was compressed, and how well. */
export const compressedFolder = (cacheDir: string) => path.join(cacheDir, 'compressed');

/** What was made of the content in an earlier build, for whatever site; else what is made now, and is there for the next. */
export async function compressedOnce(
  cacheDir: string,
  content: Uint8Array,
  way: string,
  compress: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const file = path.join(compressedFolder(cacheDir), `${nameHash(content)}.${way}`);
  const found = await readFile(file).catch(() => undefined);
  if (found) {
    const now = new Date();
    // Another build may have removed it as unused at this moment, or have made it as another user.
    await utimes(file, now, now).catch(() => {});
    return found;
  }
  const made = await compress();
  await mkdir(path.dirname(file), { recursive: true });
  // Other builds may be at the same file.
  const partial = `${file}.${randomUUID()}.tmp`;
  await writeFile(partial, made);
  await rename(partial, file);
  return made;
}
