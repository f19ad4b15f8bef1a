import path from 'node:path';

/** Where a file lies below a folder, with `/` between the folders on every system. */
export function pathFrom(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/** A file as the user knows it: relative to the working folder where it lies below it, else absolute. */
export function displayPath(file: string, from: string = process.cwd()): string {
  const relative = path.relative(from, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : pathFrom(from, file);
}
