import { DatabaseSync } from 'node:sqlite';
import { levels } from '../protocol/wire.ts';
import type { RecordType } from './record.ts';
import type { Block, SectionWords, TextWords } from './section.ts';

/** Changes when a reader of the file must. */
export const INDEX_FORMAT = 11;

const schema = `
  -- "replaced": sections that took the place of others since the file was built from nothing.
  -- "synonyms": those of the site's configuration, as JSON.
  CREATE TABLE about (
    format INTEGER NOT NULL, sections INTEGER NOT NULL, replaced INTEGER NOT NULL, synonyms TEXT NOT NULL
  );
  -- What changes together, and its position among the others. Its sections have the ids from "first" on;
  -- "words" are theirs, see PageWords. "seen": who sees the page so, as JSON; empty: everybody who may see it.
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, category TEXT NOT NULL,
    tag TEXT NOT NULL, language TEXT NOT NULL, first INTEGER NOT NULL, sections INTEGER NOT NULL,
    records INTEGER NOT NULL, text_count INTEGER NOT NULL, word_count INTEGER NOT NULL, words BLOB NOT NULL,
    seen TEXT NOT NULL
  );
  -- A section as it is shown, as JSON: see section.ts.
  CREATE TABLE sections (id INTEGER PRIMARY KEY, section TEXT NOT NULL);
  -- Words and their stems, a line each, numbered from "first" on. What no page has any more stays.
  CREATE TABLE vocabulary (first INTEGER PRIMARY KEY, words TEXT NOT NULL, stems TEXT NOT NULL);
  -- Words of texts in other languages than English, and their stems, a line each.
  CREATE TABLE stems (language TEXT NOT NULL, words TEXT NOT NULL, stems TEXT NOT NULL);
`;

/** For writing; `isNew`: the file is empty. */
export function openForWriting(file: string, isNew: boolean): DatabaseSync {
  const db = new DatabaseSync(file);
  // The file is thrown away when anything goes wrong, so nothing needs to survive a crash.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096');
  if (isNew) db.exec(schema);
  return db;
}

/** Of a record, as a number: `content` is 0, `lvl1` is 1. */
export const recordTypes: readonly RecordType[] = ['content', ...levels.filter((level) => level !== 'lvl0')];

/**
 * The words of a page, as numbers of the vocabulary: of its title how many and which; then of each section the
 * heading, parents, about and questions, how many records it has, and of each its type and body. A text is how many
 * words are written, how many are other spellings, then the words. `section-table.ts` reads them back.
 */
interface PageWords {
  bytes: Uint8Array;
  /** How many texts and words there are. */
  texts: number;
  words: number;
}

export function packPageWords(
  title: TextWords,
  sections: readonly { words: SectionWords; blocks: readonly Block[] }[],
  numberOf: (word: string) => number,
): PageWords {
  const numbers = [title.written.length, ...title.written.map(numberOf)];
  let [texts, words] = [0, 0];
  const add = ({ written, others }: TextWords) => {
    numbers.push(written.length, others.length);
    for (const word of written) numbers.push(numberOf(word));
    for (const word of others) numbers.push(numberOf(word));
    texts += 1;
    words += written.length + others.length;
  };
  for (const { words: own, blocks } of sections) {
    for (const text of [own.heading, own.parents, own.about, own.questions]) add(text);
    numbers.push(blocks.length);
    blocks.forEach(({ type }, at) => {
      numbers.push(recordTypes.indexOf(type));
      const body = own.bodies[at];
      if (body) add(body);
    });
  }
  return { bytes: varints(numbers), texts, words };
}

/** LEB128: seven bits a byte, the lowest first. */
function varints(numbers: readonly number[]): Uint8Array {
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

/** Reads the numbers, one after the other. */
export function numbersIn(bytes: Uint8Array): () => number {
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
