import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refusalToWrite, type SiteBoundary } from '../shared/site-boundary.ts';
import { QUESTIONS_FOLDER } from './questions.ts';
import { SYNONYMS_FILE } from './synonyms.ts';

/** What was written, or is to be written by hand. */
interface AddedWords {
  isWritten: boolean;
  /** From the folder of the documents. */
  file: string;
  text: string;
}

/** Where the words of administrators are written. */
interface WordsFolder {
  /** Absolute. */
  docsDir: string;
  /** Nothing is written through a link that leads out of it. */
  boundary: SiteBoundary;
}

const QUESTIONS_FILE = path.join(QUESTIONS_FOLDER, 'from-searches.yaml');

/** What readers ask that this address answers, in a file of its own beside the owner's. */
export function addQuestion(folder: WordsFolder, address: string, question: string): Promise<AddedWords> {
  // JSON is YAML.
  const key = `${JSON.stringify(address)}:`;
  const item = `  - ${JSON.stringify(question)}`;
  const add = (lines: readonly string[]) => {
    const at = lines.indexOf(key);
    if (at < 0) return [...lines, key, item];
    return lines.includes(item, at) ? [...lines] : lines.toSpliced(at + 1, 0, item);
  };
  return addLines(folder, QUESTIONS_FILE, `${key}\n${item}\n`, add);
}

/** A rule in the language of the configuration's own. */
export function addSynonym(folder: WordsFolder, rule: string): Promise<AddedWords> {
  const add = (lines: readonly string[]) => (lines.includes(rule) ? [...lines] : [...lines, rule]);
  return addLines(folder, SYNONYMS_FILE, `${rule}\n`, add);
}

/** One after the other: two administrators may add to the same file. */
let last: Promise<unknown> = Promise.resolve();

function addLines(
  folder: WordsFolder,
  file: string,
  text: string,
  add: (lines: readonly string[]) => string[],
): Promise<AddedWords> {
  const adding = last.then(async () => ({ isWritten: await write(folder, file, add), file, text }));
  last = adding.catch(() => {});
  return adding;
}

/**
 * `false` where the site is not there or must not be changed: a server may run from a build alone, and a link may lead
 * out of the site.
 */
async function write(
  { docsDir, boundary }: WordsFolder,
  name: string,
  add: (lines: readonly string[]) => string[],
): Promise<boolean> {
  if (!existsSync(docsDir)) return false;
  const file = path.join(docsDir, name);
  if (refusalToWrite(boundary, file)) return false;
  try {
    const before = existsSync(file) ? await readFile(file, 'utf8') : '';
    const lines = before.split(/\r?\n/);
    while (lines.at(-1) === '') lines.pop();
    await mkdir(path.dirname(file), { recursive: true });
    // Whole or not at all: a build may be reading.
    const scratch = `${file}.${process.pid}.new`;
    await writeFile(scratch, `${add(lines).join('\n')}\n`, { flag: 'wx' });
    await rename(scratch, file);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw error;
  }
}
