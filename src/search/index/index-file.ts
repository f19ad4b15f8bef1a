import { DatabaseSync } from 'node:sqlite';
import { levels } from '../protocol/wire.ts';
import type { RecordType } from './record.ts';
import { type Block, joinTexts, type SectionWords, type TextWords } from './section.ts';

/** Must change whenever older code can't read the file. */
export const INDEX_FORMAT = 13;

const schema = `
  -- "replaced": sections that took the place of others since the file was built from nothing.
  -- "synonyms": those of the site's configuration, as JSON.
  CREATE TABLE about (
    format INTEGER NOT NULL, sections INTEGER NOT NULL, replaced INTEGER NOT NULL, synonyms TEXT NOT NULL
  );
  -- What changes together, and its position among the others. Its sections have the ids from "first" on;
  -- "words" are theirs, see PageWords. "seen": the readers who see this form of the page, as JSON; empty: all of its readers.
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, category TEXT NOT NULL,
    tag TEXT NOT NULL, language TEXT NOT NULL, first INTEGER NOT NULL, sections INTEGER NOT NULL,
    records INTEGER NOT NULL, text_count INTEGER NOT NULL, word_count INTEGER NOT NULL, words BLOB NOT NULL,
    seen TEXT NOT NULL
  );
  -- A section as it is shown, as JSON: see section.ts.
  CREATE TABLE sections (id INTEGER PRIMARY KEY, section TEXT NOT NULL);
  -- Words and their stems, one per line, numbered from "first". Words that are no longer used stay.
  CREATE TABLE vocabulary (first INTEGER PRIMARY KEY, words TEXT NOT NULL, stems TEXT NOT NULL);
  -- Words of texts in other languages than English, and their stems, a line each.
  CREATE TABLE stems (language TEXT NOT NULL, words TEXT NOT NULL, stems TEXT NOT NULL);
`;

/** Opens a file for writing. `isNew` means that the file is empty. */
export function openForWriting(file: string, isNew: boolean): DatabaseSync {
  const db = new DatabaseSync(file);
  // After any error the file is discarded, so nothing needs to survive a crash.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096');
  if (isNew) db.exec(schema);
  return db;
}

/** Types of records by their number: `content` is 0, `lvl1` is 1. */
export const recordTypes: readonly RecordType[] = ['content', ...levels.filter((level) => level !== 'lvl0')];

/**
 * Packs the words of a page as numbers of the vocabulary: the title, then for each section the heading, parents, about,
 * questions as one text, the number of questions and the number of written words of each, the number of records, and of
 * each record its type, whether it's a passage, and its body. A text is the number of written words, the number of other
 * spellings, then the words. `section-table.ts` reads them.
 */
interface PageWords {
  bytes: Uint8Array;
  /** The number of texts and words. */
  texts: number;
  words: number;
}

/** Packs the words of a page into bytes, as numbers that `assignNumber` gives them. */
export function packPageWords(
  title: TextWords,
  sections: readonly { words: SectionWords; blocks: readonly Block[] }[],
  assignNumber: (word: string) => number,
): PageWords {
  const numbers = [title.writtenForms.length, ...title.writtenForms.map(assignNumber)];
  let [texts, words] = [0, 0];
  const add = ({ writtenForms, otherForms }: TextWords) => {
    numbers.push(writtenForms.length, otherForms.length);
    for (const word of writtenForms) numbers.push(assignNumber(word));
    for (const word of otherForms) numbers.push(assignNumber(word));
    texts += 1;
    words += writtenForms.length + otherForms.length;
  };
  for (const { words: sectionWords, blocks } of sections) {
    for (const text of [
      sectionWords.heading,
      sectionWords.parents,
      sectionWords.about,
      joinTexts(sectionWords.questions),
    ])
      add(text);
    numbers.push(sectionWords.questions.length);
    for (const { writtenForms } of sectionWords.questions) numbers.push(writtenForms.length);
    numbers.push(blocks.length);
    blocks.forEach(({ type, content, code }, index) => {
      numbers.push(recordTypes.indexOf(type), content === null || code ? 0 : 1);
      const body = sectionWords.bodies[index];
      if (body) add(body);
    });
  }
  return { bytes: encodeVarints(numbers), texts, words };
}

/** LEB128: seven bits per byte, the lowest first. */
function encodeVarints(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    while (rest >= 0x80) {
      bytes.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** Returns a function that reads the next number at each call. */
export function createNumberReader(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
  };
}
