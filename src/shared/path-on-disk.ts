import { existsSync } from 'node:fs';
import path from 'node:path';
import { toCanonicalText } from './canonical-text.ts';
import { listFolder } from './if-present.ts';

/** The path of a file as it is on disk, where names may have another Unicode form. A missing file keeps its path. */
export function findPathOnDisk(file: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has only one form.
  if (/^[\u0000-\u007f]*$/.test(file) || existsSync(file)) return file;
  const folder = path.dirname(file);
  if (folder === file) return file;
  const folderOnDisk = findPathOnDisk(folder);
  const name = path.basename(file);
  const namesOnDisk = listFolder(folderOnDisk);
  const nameOnDisk = namesOnDisk.includes(name)
    ? name
    : (namesOnDisk.find((candidate) => toCanonicalText(candidate) === toCanonicalText(name)) ?? name);
  return path.join(folderOnDisk, nameOnDisk);
}
