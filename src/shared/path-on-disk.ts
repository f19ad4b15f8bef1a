import { existsSync } from 'node:fs';
import path from 'node:path';
import { foldCase, toCanonicalText } from './canonical-text.ts';
import { listFolder } from './if-present.ts';

/** Whether a text can have only one Unicode form, because it is ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII.
export const hasOneForm = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/**
 * The path of a file as it is on disk, where names may have another Unicode form. The path may lack the ending of the
 * file, as in an import. A missing file keeps its path.
 */
export function findPathOnDisk(file: string): string {
  if (hasOneForm(file) || existsSync(file)) return file;
  return findPath(file, (name) => (hasOneForm(name) ? undefined : toCanonicalText));
}

/**
 * Suggests the right spelling of a path that differs from a file only in upper and lower case: ` Did you mean "./Button"?`
 * An empty string if there is no such file. `files` are the absolute paths that the path can mean.
 */
export function suggestOtherCase(pathAsWritten: string, files: readonly string[]): string {
  for (const file of files) {
    const fileOnDisk = findPath(file, () => foldCase);
    if (fileOnDisk === file) continue;
    const names = fileOnDisk.split(path.sep);
    const spelling = pathAsWritten
      .split('/')
      .reverse()
      .map((part, index) => {
        const name = names.at(-1 - index) ?? '';
        return foldCase(part) === foldCase(name) ? name : part;
      })
      .reverse()
      .join('/');
    if (spelling !== pathAsWritten) return ` Did you mean "${spelling}"?`;
  }
  return '';
}

/**
 * Replaces the names of a path by those of files that are the same in another form. `chooseForm` returns the function
 * that gives equal names the same form, or `undefined` if a name has only one.
 */
function findPath(
  file: string,
  chooseForm: (name: string) => ((name: string) => string) | undefined,
): string {
  if (existsSync(file)) return file;
  const folder = path.dirname(file);
  if (folder === file) return file;
  const folderOnDisk = findPath(folder, chooseForm);
  const name = path.basename(file);
  const form = chooseForm(name);
  if (form === undefined) return path.join(folderOnDisk, name);
  const names = listFolder(folderOnDisk);
  const isSame = (candidate: string) => form(candidate) === form(name);
  const nameOnDisk =
    names.find((candidate) => candidate === name) ??
    names.find(isSame) ??
    names.flatMap(listStems).find(isSame) ??
    name;
  return path.join(folderOnDisk, nameOnDisk);
}

/** `a` and `a.b` for `a.b.c`. */
function listStems(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
