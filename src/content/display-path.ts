import path from 'node:path';

/** A file as the user knows it: relative to the working folder where it lies below it, else absolute. */
export function displayPath(file: string, from: string = process.cwd()): string {
  const relative = path.relative(from, file);
  const shown = relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
  return shown.split(path.sep).join('/');
}
