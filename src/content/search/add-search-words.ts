import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dump } from 'js-yaml';
import { findLinesOfKeys } from '../../shared/line-of-key.ts';
import { findRefusalToWrite, type SiteBoundary } from '../../shared/site-boundary.ts';
import { parseYaml } from '../yaml.ts';
import { QUESTIONS_FOLDER } from './questions.ts';
import { SYNONYMS_FILE } from './synonyms.ts';

/** The lines that were added to a file, or that the administrator must add by hand. */
interface AddedWords {
  isWritten: boolean;
  /** Path relative to the docs folder. */
  file: string;
  text: string;
}

/** The folder that questions and synonyms are written to. */
interface WordsFolder {
  /** Absolute path. */
  docsDir: string;
  /** Nothing is written through a link that leads out of this boundary. */
  boundary: SiteBoundary;
}

const QUESTIONS_FILE = path.join(QUESTIONS_FOLDER, 'from-searches.yaml');
const SUGGESTIONS_FILE = path.join(QUESTIONS_FOLDER, 'suggested.yaml');

/** Adds a question that this address answers, in a file of its own beside the owner's files. */
export function addQuestion(folder: WordsFolder, address: string, question: string): Promise<AddedWords> {
  // YAML includes JSON, so JSON strings need no further quoting.
  const key = `${JSON.stringify(address)}:`;
  const item = `  - ${JSON.stringify(question)}`;
  const add = (lines: readonly string[]) => {
    const index = lines.indexOf(key);
    if (index < 0) return [...lines, key, item];
    return lines.includes(item, index) ? [...lines] : lines.toSpliced(index + 1, 0, item);
  };
  return addLines(folder, QUESTIONS_FILE, `${key}\n${item}\n`, add);
}

/** Writes questions by address as YAML, as the files in `_questions` have them. */
export function formatQuestions(questions: ReadonlyMap<string, readonly string[]>): string {
  return dump(Object.fromEntries(questions), { lineWidth: -1 });
}

/** Adds suggested questions by address, in a file of their own. Nothing is written if it would no longer be YAML. */
export function addSuggestedQuestions(
  folder: WordsFolder,
  questions: ReadonlyMap<string, readonly string[]>,
): Promise<AddedWords> {
  const add = (lines: readonly string[]) => {
    const addedLines = [...questions].reduce(
      (before, [address, addressQuestions]) => insertQuestions(before, address, addressQuestions),
      [...lines],
    );
    return parseYaml(addedLines.join('\n')).ok ? addedLines : undefined;
  };
  return addLines(folder, SUGGESTIONS_FILE, formatQuestions(questions), add);
}

/** Puts questions first in the list of their address, or appends a list. */
function insertQuestions(lines: string[], address: string, questions: readonly string[]): string[] {
  const list = formatQuestions(new Map([[address, questions]]));
  const [key = '', ...items] = list.trimEnd().split('\n');
  const keyLine = findLinesOfKeys(lines.join('\n')).get(address);
  if (keyLine === undefined) return [...lines, key, ...items];
  const [, indent = '  '] = /^(\s*)- /.exec(lines[keyLine] ?? '') ?? [];
  return lines.toSpliced(keyLine, 0, ...items.map((item) => item.replace(/^\s*/, indent)));
}

/** Adds a synonym rule in the syntax of the configuration. */
export function addSynonym(folder: WordsFolder, rule: string): Promise<AddedWords> {
  const add = (lines: readonly string[]) => (lines.includes(rule) ? [...lines] : [...lines, rule]);
  return addLines(folder, SYNONYMS_FILE, `${rule}\n`, add);
}

/** Writes run one after another, because two administrators may add to the same file. */
let lastWrite: Promise<unknown> = Promise.resolve();

function addLines(
  folder: WordsFolder,
  file: string,
  text: string,
  add: (lines: readonly string[]) => string[] | undefined,
): Promise<AddedWords> {
  const addition = lastWrite.then(async () => ({ isWritten: await write(folder, file, add), file, text }));
  lastWrite = addition.catch(() => {});
  return addition;
}

/**
 * Writes lines and returns true. Returns false if the site isn't there or can't be changed: a server may run without
 * the site folder, a link may lead out of the site, and `add` may have no place for the lines.
 */
async function write(
  { docsDir, boundary }: WordsFolder,
  name: string,
  add: (lines: readonly string[]) => string[] | undefined,
): Promise<boolean> {
  if (!existsSync(docsDir)) return false;
  const file = path.join(docsDir, name);
  if (findRefusalToWrite(boundary, file)) return false;
  try {
    const before = existsSync(file) ? await readFile(file, 'utf8') : '';
    const lines = before.split(/\r?\n/);
    while (lines.at(-1) === '') lines.pop();
    const addedLines = add(lines);
    if (addedLines === undefined) return false;
    await mkdir(path.dirname(file), { recursive: true });
    // Renamed into place, so that a build never reads half a file.
    const scratch = `${file}.${process.pid}.new`;
    await writeFile(scratch, `${addedLines.join('\n')}\n`, { flag: 'wx' });
    await rename(scratch, file);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw error;
  }
}
