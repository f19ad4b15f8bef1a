import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { listFileReferences } from './file-references.ts';
import { explainMissingPreprocessor } from './site-styles.ts';

interface BundlerStop {
  /** Absolute path. */
  file: string;
  problem: Problem;
}

/**
 * Turns the bundler's errors into one problem per file: a style sheet in a language whose package is missing, data that
 * isn't valid JSON. Errors that name no file are left out.
 */
export function collectBundlerStops(error: unknown, siteDir: string): BundlerStop[] {
  const errors: unknown[] = isRecord(error) && Array.isArray(error.errors) ? error.errors : [error];
  return errors.flatMap((item): BundlerStop[] => {
    const file = findStoppedFile(item);
    if (file === undefined) return [];
    const missingSheet = findMissingSheet(item, file);
    const line = missingSheet?.line ?? readPosition(item).line;
    const message = missingSheet
      ? `\`${missingSheet.reference}\` doesn't exist. Correct the path, or put the file there.`
      : `This file can't be read: ${describeBundlerError(item)}`;
    const relativeFile = formatPathFrom(siteDir, file);
    return [
      { file, problem: { code: 'component-file', severity: 'error', file: relativeFile, line, message } },
    ];
  });
}

/** The first sheet that a CSS module takes classes or values from and that doesn't exist. */
function findMissingSheet(error: unknown, file: string) {
  // The bundler doesn't say which one.
  if (!/"fileResolve" option/.test(describeReason(error))) return undefined;
  return listFileReferences(readFileSync(file, 'utf8')).find(
    ({ reference, isImport }) => isImport && !existsSync(path.resolve(path.dirname(file), reference)),
  );
}

function findStoppedFile(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined;
  const id = typeof error.id === 'string' ? error.id : undefined;
  const plainMessage = stripVTControlCharacters(String(error.message ?? ''));
  const namedFile = /\[\s*([^\]\n]+?\.\w+)(?::\d+:\d+)?\s*\]/.exec(plainMessage)?.[1];
  const [file = ''] = (id ?? namedFile ?? readPosition(error).file ?? '').split('?');
  // The bundler names files relative to its working directory.
  const fullPath = path.resolve(file);
  return file !== '' && existsSync(fullPath) ? fullPath : undefined;
}

function readPosition(error: unknown): { file?: string | undefined; line?: number | undefined } {
  const { file, line } = isRecord(error) && isRecord(error.loc) ? error.loc : {};
  return {
    file: typeof file === 'string' ? file : undefined,
    line: typeof line === 'number' ? line : undefined,
  };
}

export function describeBundlerError(error: unknown): string {
  const missing = explainMissingPreprocessor(error);
  if (missing !== undefined) return missing;
  const plainReason = stripVTControlCharacters(describeReason(error));
  if (plainReason.includes('[INVALID_TLA_FORMAT]'))
    return 'This module has an `await` outside of a function, which only works in modules that a browser loads by themselves. Move it into a function.';
  const lines = plainReason
    .split('\n')
    .map((line) => line.trim().replace(/^(?:(?:\[[A-Z_]+\]|\[vite\]:|Error:) +)+/, ''));
  const first = lines.find(
    (line) => line !== '' && !/^\[.*\]|^Caused by|threw an error$|^(?:Build|Transform) failed|^╭/.test(line),
  );
  return `${(first ?? plainReason).replace(/[.:]$/, '')}.`;
}
