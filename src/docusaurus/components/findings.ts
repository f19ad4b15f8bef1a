import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Aliases, resolveImportPath } from '../../markdown/mdx/code-imports.ts';
import { explainMissingFile } from '../../shared/missing-files.ts';
import {
  describeMissingPackage,
  explainUnexportedFile,
  findInstalledPackage,
  getPackageName,
  installCommand,
} from '../../shared/missing-packages.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import type { Ask } from '../theme/asks.ts';
import { explainMissingDocusaurusModule, isDocusaurusModule } from '../theme/missing-modules.ts';

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
  { siteDir, aliases }: { siteDir: string; aliases: Aliases },
): Problem {
  const createProblem = (message: string): Problem => ({
    code: 'missing-import',
    severity: 'error',
    file,
    message,
  });
  if (isDocusaurusModule(id)) return createProblem(explainMissingDocusaurusModule(id, answers));
  if (isPath(id)) {
    const target = resolveImportPath(id, path.resolve(siteDir, file), aliases);
    return createProblem(explainMissingFile(id, target === undefined ? [] : [target]));
  }
  const name = getPackageName(id);
  if (name !== id && findInstalledPackage(id, path.resolve(siteDir, file)) !== undefined)
    return createProblem(explainUnexportedFile(id));
  return createProblem(
    `${describeMissingPackage(name)} Run \`${installCommand(siteDir, [name])}\` in ${path.basename(siteDir)}, or remove the import.`,
  );
}

/** Reports an import of a module of Node in a component that runs in the browser. */
export function describeNodeModule(id: string, file: string): Problem {
  const message = `Browsers don't have Node's module \`${id}\`, so this component fails in the browser when it uses it. Read what it needs while the site is built (in a plugin, or in an exported constant of a document), or install a package for browsers.`;
  return { code: 'node-module', severity: 'warning', file, message };
}

const isPath = (id: string) => /^(?:[./]|@site|@generated\/)/.test(id);

/** The error that code throws if it uses a module that is missing. */
export function explainMissingModule(id: string, siteDir: string): string {
  if (isDocusaurusModule(id) || isPath(id)) return `\`${id}\` doesn't exist.`;
  const name = getPackageName(id);
  return name !== id && findInstalledPackage(id, path.join(siteDir, 'index.js')) !== undefined
    ? `The package \`${name}\` doesn't let others import \`${id}\`.`
    : describeMissingPackage(name);
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
