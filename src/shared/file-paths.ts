import path from 'node:path';

/** The path of a file relative to a folder, with `/` as separator on every system. */
export function formatPathFrom(folder: string, file: string): string {
  const relativePath = nameBelow(folder, file) ?? path.relative(folder, file);
  return path.sep === '/' ? relativePath : relativePath.split(path.sep).join('/');
}

/** The path of a file for messages: relative if the file is in the working folder, `.` for that folder, else absolute. */
export function displayPath(file: string, from: string = process.cwd()): string {
  const relativePath = formatPathFrom(from, file);
  if (relativePath === '') return '.';
  return relativePath.startsWith('..') || path.isAbsolute(relativePath) ? file : relativePath;
}

/**
 * Does the same as `path.relative` for plain absolute paths, in a fifth of the time, because a build calls it for every
 * document. Undefined for other paths.
 */
function nameBelow(folder: string, file: string): string | undefined {
  const start = folder.endsWith(path.sep) ? folder : folder + path.sep;
  if (!file.startsWith(start) || !path.isAbsolute(folder)) return undefined;
  const name = file.slice(start.length);
  return name === '' || /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/.test(name) ? undefined : name;
}
