import { readdirSync } from 'node:fs';
import { readRegularFileSync } from './regular-file.ts';

/** The text of a file. Undefined if the file doesn't exist or can't be read. */
export function readTextIfPresent(file: string): string | undefined {
  try {
    return readRegularFileSync(file).toString();
  } catch {
    return undefined;
  }
}

/** The names in a folder. Empty if the folder doesn't exist or can't be read. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
