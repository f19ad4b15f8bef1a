import path from 'node:path';
import { toReadableError } from '../../shared/reason.ts';

/** Where the site's own code failed, as its innermost line that the stack of the error names. */
export function findFailedLine(thrown: unknown, siteDir: string): { file: string; line: number } | undefined {
  const error = toReadableError(thrown);
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const places = [...text.matchAll(/(?:file:\/\/)?([^\s('"]+\.[cm]?[jt]sx?):(\d+)(?::\d+)?/g)];
  const [, file, line] = places.find(([, each = '']) => isSiteCode(each, siteDir)) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

function isSiteCode(file: string, siteDir: string): boolean {
  return file.startsWith(siteDir + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
}

/** The reason in one line. Code can throw any value. */
export function summarizeFailure(thrown: unknown): string {
  const error = toReadableError(thrown);
  const [firstLine = ''] = error instanceof Error ? error.message.split('\n') : [`it threw ${String(error)}`];
  return firstLine.trim();
}
