import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Files that match `import.meta.glob` patterns: `*` within a folder, `**` at any depth, `!` in front for exceptions.
 * `list` returns the files of a folder: see `listFilesBelow`.
 */
export function findMatchingFiles(
  patterns: readonly string[],
  folder: string,
  list: (folder: string) => readonly string[],
): string[] {
  const { included = [], excluded = [] } = Object.groupBy(patterns, (pattern) =>
    pattern.startsWith('!') ? 'excluded' : 'included',
  );
  const resolvePattern = (pattern: string) => path.resolve(folder, pattern.replace(/^!/, ''));
  const excludedPatterns = excluded.map((pattern) => compileGlob(resolvePattern(pattern)));
  return included.map(resolvePattern).flatMap((pattern) => {
    const top = pattern.replace(/[^/]*\*.*$/, '');
    const matchedPattern = compileGlob(pattern);
    const files = list(top).map((name) => path.join(top, name));
    return files.filter(
      (file) =>
        matchedPattern.test(file) && !excludedPatterns.some((excludedPattern) => excludedPattern.test(file)),
    );
  });
}

/**
 * Names of all files in a folder and below; empty if it doesn't exist. A folder that is removed meanwhile is empty,
 * too.
 */
export function listFilesBelow(folder: string): string[] {
  return readNames(folder).sort();
}

function readNames(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const namesBelow = entry.isDirectory() ? readNames(path.join(folder, entry.name)) : [];
    return [entry.name, ...namesBelow.map((name) => path.join(entry.name, name))];
  });
}

function compileGlob(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}
