import path from 'node:path';

/** Where a file lies below a folder, with `/` between the folders on every system. */
export function pathFrom(folder: string, file: string): string {
  const relative = nameBelow(folder, file) ?? path.relative(folder, file);
  return path.sep === '/' ? relative : relative.split(path.sep).join('/');
}

/** A file as the user knows it: relative to the working folder where it lies below it, else absolute. */
export function displayPath(file: string, from: string = process.cwd()): string {
  const relative = pathFrom(from, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

/** What `path.relative` finds in five times the time, where both are written plainly; a build asks for each document. */
function nameBelow(folder: string, file: string): string | undefined {
  const start = folder.endsWith(path.sep) ? folder : folder + path.sep;
  if (!file.startsWith(start) || !path.isAbsolute(folder)) return undefined;
  const name = file.slice(start.length);
  return name === '' || /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/.test(name) ? undefined : name;
}
