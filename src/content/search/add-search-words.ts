import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refusalToWrite, type SiteBoundary } from '../../shared/site-boundary.ts';
import { QUESTIONS_FOLDER } from './questions.ts';
import { SYNONYMS_FILE } from './synonyms.ts';

/** Text that was written, or that the administrator has to write by hand. */
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

/** Adds a question that this address answers, in a file of its own beside the owner's files. */
export function addQuestion(folder: WordsFolder, address: string, question: string): Promise<AddedWords> {
  // YAML includes JSON, so JSON strings need no further quoting.
  const key = `${JSON.stringify(address)}:`;
  const item = `  - ${JSON.stringify(question)}`;
  const add = (lines: readonly string[]) => {
    const at = lines.indexOf(key);
    if (at < 0) return [...lines, key, item];
    return lines.includes(item, at) ? [...lines] : lines.toSpliced(at + 1, 0, item);
  };
  return addLines(folder, QUESTIONS_FILE, `${key}\n${item}\n`, add);
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
  add: (lines: readonly string[]) => string[],
): Promise<AddedWords> {
  const addition = lastWrite.then(async () => ({ isWritten: await write(folder, file, add), file, text }));
  lastWrite = addition.catch(() => {});
  return addition;
}

/**
 * Writes lines and returns true. Returns false if the site isn't there or can't be changed: a server may run without
 * the site folder, and a link may lead out of the site.
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
    // Renamed into place, so that a build never reads half a file.
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
