import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { INDEX_FORMAT } from './index-schema.ts';

/** A found record, with what ranking needs of it. */
export interface Candidate {
  id: number;
  type: string;
  heading: string;
  title: string;
  body: string;
  /** The body is a code block. */
  code: boolean;
  /** The record as JSON, where it was asked for. */
  record?: string;
}

export interface VocabularyWord {
  word: string;
  /** In how many records it occurs. */
  records: number;
}

/** The questions that search asks of the file. One for each thread; read-only. */
export interface IndexFile {
  records: number;
  /** Ids of matching records, best first by the weights of the index. */
  match(expression: string, limit: number): number[];
  candidates(ids: readonly number[], withRecord: boolean): Candidate[];
  /** The record as it was built, as JSON. */
  record(id: number): string;
  /** What of a record filters and grouping look at, for every record: index is the id. */
  traits: Traits;
  word(word: string): VocabularyWord | undefined;
  wordsOfStem(stem: string): VocabularyWord[];
  startsWord(prefix: string): boolean;
  wordsStarting(prefix: string, limit: number): VocabularyWord[];
  wordsNear(forms: readonly number[]): VocabularyWord[];
  close(): void;
}

export interface Traits {
  type: string[];
  section: string[];
  tag: string[];
  /** Same number: same address, anchor included. */
  target: Int32Array;
  /** Ids in the order of the site, which decides between records that are equally good. */
  inOrder: Int32Array;
  /** Where each id stands in it. */
  place: Int32Array;
}

type Row = Record<string, unknown>;

/** Heading, parents, body, about: a heading says what a place is for, its parents where it belongs. */
const COLUMN_WEIGHTS = '10.0, 3.0, 1.0, 2.0';

/** Throws an error that names the file when it is no index, or one of another version. */
export function openIndexFile(file: string): IndexFile {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 268435456; PRAGMA cache_size = -16000');
    const about = db.prepare('SELECT format, records FROM about').get();
    if (about?.format !== INDEX_FORMAT) {
      throw new Error(`it has format ${String(about?.format)}, this program reads ${INDEX_FORMAT}`);
    }
    return questions(db, Number(about.records));
  } catch (error) {
    db.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is not a usable search index: ${reason}. Build the site again.`, {
      cause: error,
    });
  }
}

function questions(db: DatabaseSync, records: number): IndexFile {
  const match = db.prepare(
    // Not ORDER BY rank: FTS5 then sorts all that it finds, where this keeps only the best.
    `SELECT rowid, bm25(words, ${COLUMN_WEIGHTS}) AS weight FROM words WHERE words MATCH ? ORDER BY weight LIMIT ?`,
  );
  match.setReturnArrays(true);
  const traits = readTraits(db);
  const candidate = db.prepare('SELECT type, heading, title, body, code FROM records WHERE id = ?');
  const record = db.prepare('SELECT record FROM records WHERE id = ?');
  const word = db.prepare('SELECT word, records FROM vocabulary WHERE word = ?');
  const stem = db.prepare('SELECT word, records FROM vocabulary WHERE stem = ? LIMIT 16');
  const range = db.prepare('SELECT word, records FROM vocabulary WHERE word >= ? AND word < ? LIMIT ?');
  const near = db.prepare(
    // Ids of words depend on what the file has been through, the order of the alphabet does not.
    `SELECT v.word, v.records FROM near n JOIN vocabulary v ON v.id = n.word WHERE n.form = ?
     ORDER BY v.word LIMIT 200`,
  );
  const wordsOf = (rows: Row[]) => rows.map(vocabularyWord);
  const starting = (prefix: string, limit: number) =>
    wordsOf(range.all(prefix, `${prefix}\u{10FFFF}`, limit));
  return {
    records,
    match: (expression, limit) =>
      match
        .all(expression, limit)
        // setReturnArrays makes every row an array of its columns.
        .map((row) => Object.values(row))
        .sort(
          ([idA, a], [idB, b]) =>
            Number(a) - Number(b) || at(traits.place, Number(idA)) - at(traits.place, Number(idB)),
        )
        .map(([id]) => Number(id)),
    candidates: (ids, withRecord) =>
      ids.map((id) => ({
        ...candidateOf(id, candidate.get(id) ?? {}),
        ...(withRecord && { record: String(record.get(id)?.record) }),
      })),
    record: (id) => String(record.get(id)?.record),
    traits,
    word: (text) => {
      const row = word.get(text);
      return row === undefined ? undefined : vocabularyWord(row);
    },
    wordsOfStem: (text) => wordsOf(stem.all(text)),
    startsWord: (prefix) => starting(prefix, 1).length > 0,
    wordsStarting: starting,
    wordsNear: (forms) => forms.flatMap((form) => wordsOf(near.all(form))),
    close: () => db.close(),
  };
}

function candidateOf(id: number, row: Row): Candidate {
  return {
    id,
    type: String(row.type),
    heading: String(row.heading),
    title: String(row.title),
    body: String(row.body),
    code: row.code === 1,
  };
}

function vocabularyWord(row: Row): VocabularyWord {
  return { word: String(row.word), records: Number(row.records) };
}

function at(numbers: Int32Array, id: number): number {
  return numbers[id] ?? 0;
}

function readTraits(db: DatabaseSync): Traits {
  const pages = db.prepare('SELECT first, last FROM pages ORDER BY place').all();
  const ids = pages.flatMap(({ first, last }) => range(Number(first), Number(last)));
  const size = ids.reduce((most, id) => Math.max(most, id), 0) + 1;
  const traits: Traits = {
    type: new Array(size).fill(''),
    section: new Array(size).fill(''),
    tag: new Array(size).fill(''),
    target: new Int32Array(size),
    inOrder: Int32Array.from(ids),
    place: new Int32Array(size),
  };
  ids.forEach((id, place) => {
    traits.place[id] = place;
  });
  const rows: StatementSync = db.prepare('SELECT id, type, section, tag, target FROM records');
  // Few different strings stand in many rows: kept once.
  const kept = new Map<string, string>();
  const keep = (value: unknown) => {
    const text = String(value);
    const known = kept.get(text);
    if (known !== undefined) return known;
    kept.set(text, text);
    return text;
  };
  for (const row of rows.iterate()) {
    const id = Number(row.id);
    traits.type[id] = keep(row.type);
    traits.section[id] = keep(row.section);
    traits.tag[id] = keep(row.tag);
    traits.target[id] = Number(row.target);
  }
  return traits;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}
