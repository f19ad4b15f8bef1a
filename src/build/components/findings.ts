import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { explainMissingFile } from '../../markdown/mdx/code-imports.ts';
import type { Ask } from '../../markdown/modules/asks.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';

export interface Findings {
  problems: Problem[];
  /** Modules whose own code holds state, handlers or asks the browser. */
  live: Set<string>;
  /** What modules ask of the page. */
  asks: Map<string, readonly Ask[]>;
  /** Which of the imports lead nowhere, by their place in the list. */
  absent: Set<number>;
  /** Files that the bundler could not read, and why: whoever is made from them throws it. */
  unreadable: ReadonlyMap<string, string>;
  /** Of modules that are documents or pages. */
  words: Map<string, DocumentWords>;
}

/** What is in the page for a script that has no words, and the key to it there. */
export interface DocumentWords {
  key: string;
  words: readonly string[];
}

export function nothingFound(unreadable: Findings['unreadable']): Findings {
  return { problems: [], live: new Set(), absent: new Set(), asks: new Map(), unreadable, words: new Map() };
}

export function missingModule(
  id: string,
  file: string,
  answers: readonly string[],
  siteDir: string,
): Problem {
  const problem = (message: string): Problem => ({
    code: 'missing-import',
    severity: 'error',
    file,
    message,
  });
  if (/^@(?:theme|theme-original|theme-init|docusaurus)\//.test(id)) {
    const last = id.split('/').at(-1);
    const near = answers.find((name) => name.endsWith(`/${last}`));
    const hint =
      near === undefined ? 'write the component without it, or leave it out' : `there is \`${near}\``;
    return problem(`This site has no \`${id}\`: ${hint}.`);
  }
  if (/^(?:[./]|@site|@generated\/)/.test(id)) return problem(explainMissingFile(id));
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  return problem(
    `The package \`${name}\` is not installed: \`npm install ${name}\` in ${path.basename(siteDir)}, or remove the import.`,
  );
}

export function syntaxProblem(error: unknown, code: string, file: string): Problem {
  const message = stripVTControlCharacters(reasonOf(error));
  const lines = message.split('\n').filter((one) => one.trim() !== '');
  const first = lines.find((one) => one.startsWith('[')) ?? lines[0] ?? message;
  const [, line, column] = /:(\d+):(\d+)/.exec(message) ?? [];
  const offset = /"start":\s*(\d+)/.exec(JSON.stringify(error))?.[1];
  const before = offset === undefined ? undefined : code.slice(0, Number(offset)).split('\n');
  return {
    code: 'component-syntax',
    severity: 'error',
    file,
    line: line === undefined ? before?.length : Number(line),
    column: column === undefined ? undefined : Number(column),
    message: `This is no valid JavaScript: ${first.replace(/^\[\w+\]\s*/, '')}.`,
  };
}
