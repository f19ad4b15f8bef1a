import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { explainMissingFile } from '../../shared/missing-files.ts';
import { describeMissingPackage, getPackageName, installCommand } from '../../shared/missing-packages.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import type { Ask } from '../theme/asks.ts';

/** Facts about the site's code that the bundler collects. */
export interface Findings {
  problems: Problem[];
  /** Ids of modules whose own code is interactive: it holds state, handles events or uses browser APIs. */
  live: Set<string>;
  /** Facts about the page that modules ask for. */
  asks: Map<string, readonly Ask[]>;
  /** Imports that lead nowhere, by their position in the list of imports. */
  absent: Set<number>;
  /** Files that the bundler can't read, and why. Modules that import them throw this reason. */
  unreadable: ReadonlyMap<string, string>;
  /** Texts of modules that are documents or pages. */
  words: Map<string, DocumentWords>;
}

/** Texts that a page contains for a script that has none, and the key under which they are found there. */
export interface DocumentWords {
  key: string;
  words: readonly string[];
}

export function createFindings(unreadableFiles: Findings['unreadable']): Findings {
  return {
    problems: [],
    live: new Set(),
    absent: new Set(),
    asks: new Map(),
    unreadable: unreadableFiles,
    words: new Map(),
  };
}

/** Reports an import that leads nowhere, with the next step for this kind of import. */
export function describeMissingModule(
  id: string,
  file: string,
  answers: readonly string[],
  siteDir: string,
): Problem {
  const createProblem = (message: string): Problem => ({
    code: 'missing-import',
    severity: 'error',
    file,
    message,
  });
  if (isOfDocusaurus(id)) {
    const last = id.split('/').at(-1);
    const similarName = answers.find((name) => name.endsWith(`/${last}`));
    const hint =
      similarName === undefined
        ? 'write the component without it, or remove it'
        : `the nearest is \`${similarName}\``;
    return createProblem(`This site has no \`${id}\`: ${hint}.`);
  }
  if (isPath(id)) return createProblem(explainMissingFile(id));
  const name = getPackageName(id);
  return createProblem(
    `${describeMissingPackage(name)} Run \`${installCommand(siteDir, [name])}\` in ${path.basename(siteDir)}, or remove the import.`,
  );
}

const isOfDocusaurus = (id: string) => /^@(?:theme|theme-original|theme-init|docusaurus)\//.test(id);
const isPath = (id: string) => /^(?:[./]|@site|@generated\/)/.test(id);

/** The error that code throws if it uses a module that is missing. */
export function explainMissingModule(id: string): string {
  return isOfDocusaurus(id) || isPath(id)
    ? `\`${id}\` doesn't exist.`
    : describeMissingPackage(getPackageName(id));
}

/** Reports a script that can't be parsed, at the position that the error names in any of the parser's formats. */
export function describeSyntaxError(error: unknown, code: string, file: string): Problem {
  const message = stripVTControlCharacters(describeReason(error));
  const lines = message.split('\n').filter((candidate) => candidate.trim() !== '');
  const first = lines.find((candidate) => candidate.startsWith('[')) ?? lines[0] ?? message;
  const [, line, column] = /:(\d+):(\d+)/.exec(message) ?? [];
  const offset = /"start":\s*(\d+)/.exec(JSON.stringify(error))?.[1];
  const before = offset === undefined ? undefined : code.slice(0, Number(offset)).split('\n');
  return {
    code: 'component-syntax',
    severity: 'error',
    file,
    line: line === undefined ? before?.length : Number(line),
    column: column === undefined ? undefined : Number(column),
    message: `This isn't valid JavaScript: ${first.replace(/^\[\w+\]\s*/, '')}.`,
  };
}
