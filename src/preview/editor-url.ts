import type { Environment } from '../config/environment.ts';
import { isLoopback } from '../shared/loopback.ts';

/**
 * Returns the template of URLs that open a document in an editor, such as `vscode://file/{file}:{line}`. Undefined if the writer
 * doesn't want them, or if other machines can reach the preview: they have other files.
 */
export function getEditorUrl({
  EDITOR_URL,
  HOST,
}: Pick<Environment, 'EDITOR_URL' | 'HOST'>): string | undefined {
  return EDITOR_URL === 'none' || !isLoopback(HOST) ? undefined : EDITOR_URL;
}

/**
 * Puts the path of a file and a line into the template: `vscode://file/home/ada/docs/My%20page.md:3`. Without a line, the
 * part of the template that names it is left out.
 */
export function fillEditorUrl(template: string, file: string, line?: number): string {
  const filePath = file
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/')
    // `vscode://file/{file}` has the first slash, `file://{file}` doesn't.
    .replace(/^\//, /[^/]\/\{file\}/.test(template) ? '' : '/');
  const linePattern = line === undefined ? /(?::|&[^=&]+=)?\{line\}/g : /\{line\}/g;
  return template
    .replace(linePattern, line === undefined ? '' : String(line))
    .replaceAll('{file}', () => filePath);
}
