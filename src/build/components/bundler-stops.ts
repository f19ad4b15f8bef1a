import { existsSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { pathFrom } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { missingPreprocessor } from '../bundle/site-styles.ts';

interface Stop {
  /** Absolute. */
  file: string;
  problem: Problem;
}

/** What the bundler could not get past, by file: style sheets in a language that is not there, data that is no JSON. */
export function stopsOf(error: unknown, siteDir: string): Stop[] {
  const errors: unknown[] = isRecord(error) && Array.isArray(error.errors) ? error.errors : [error];
  return errors.flatMap((one): Stop[] => {
    const file = fileOf(one);
    if (file === undefined) return [];
    const { line } = positionOf(one);
    const message = `This file cannot be read: ${messageOf(one)}`;
    const shown = pathFrom(siteDir, file);
    return [{ file, problem: { code: 'component-file', severity: 'error', file: shown, line, message } }];
  });
}

function fileOf(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined;
  const id = typeof error.id === 'string' ? error.id : undefined;
  const said = stripVTControlCharacters(String(error.message ?? ''));
  const inside = /\[\s*([^\]\n]+?\.\w+)(?::\d+:\d+)?\s*\]/.exec(said)?.[1];
  const [file = ''] = (id ?? inside ?? positionOf(error).file ?? '').split('?');
  // The bundler names files from the folder that it works in.
  const full = path.resolve(file);
  return file !== '' && existsSync(full) ? full : undefined;
}

function positionOf(error: unknown): { file?: string | undefined; line?: number | undefined } {
  const { file, line } = isRecord(error) && isRecord(error.loc) ? error.loc : {};
  return {
    file: typeof file === 'string' ? file : undefined,
    line: typeof line === 'number' ? line : undefined,
  };
}

export function messageOf(error: unknown): string {
  const missing = missingPreprocessor(error);
  if (missing !== undefined) return missing;
  const plain = stripVTControlCharacters(reasonOf(error));
  const lines = plain.split('\n').map((line) => line.trim().replace(/^\[PARSE_ERROR\] */, ''));
  const first = lines.find(
    (line) => line !== '' && !/^\[.*\]|^Caused by|threw an error$|^Build failed/.test(line),
  );
  return `${(first ?? plain).replace(/[.:]$/, '')}.`;
}
