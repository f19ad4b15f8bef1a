import type { Environment } from '../config/environment.ts';
import { isLoopback } from '../shared/loopback.ts';

/**
 * Returns the template of URLs that open a document in an editor, such as `vscode://file/{file}`. Undefined if the writer
 * doesn't want them, or if other machines can reach the preview: they have other files.
 */
export function getEditorUrl({
  EDITOR_URL,
  HOST,
}: Pick<Environment, 'EDITOR_URL' | 'HOST'>): string | undefined {
  return EDITOR_URL === 'none' || !isLoopback(HOST) ? undefined : EDITOR_URL;
}

/** Puts the path of a file into the template: `vscode://file/home/ada/docs/My%20page.md`. */
export function fillEditorUrl(template: string, file: string): string {
  const filePath = file
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/')
    .replace(/^\//, template.includes('/{file}') ? '' : '/');
  return template.replaceAll('{file}', () => filePath);
}
