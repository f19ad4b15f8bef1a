import { readdirSync, readFileSync } from 'node:fs';

/** Its text; `undefined` where it is not there, or not for us. */
export function textIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Names in a folder; none where it is not there, or not for us. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
