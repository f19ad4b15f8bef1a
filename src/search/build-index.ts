import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { stemmer } from 'stemmer';
import { levels, type SearchRecord } from './record.ts';
import { deletions, editsAllowed, formKey } from './typo.ts';
import { otherSpellings, symbolsOf, wordsOf } from './words.ts';

/** Changes when a reader of the file must. */
export const INDEX_FORMAT = 1;

const schema = `
  CREATE TABLE about (format INTEGER NOT NULL, records INTEGER NOT NULL);
  -- "heading", "title" and "body" are the indexed words in order, for ranking what the index found.
  CREATE TABLE records (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, target INTEGER NOT NULL, tag TEXT NOT NULL, section TEXT NOT NULL,
    heading TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, code INTEGER NOT NULL, record TEXT NOT NULL
  );
  CREATE VIRTUAL TABLE words USING fts5(
    heading, parents, body, about, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 0'
  );
  -- Heading, parents, body, about: a heading says what a place is for, its parents where it belongs.
  INSERT INTO words (words, rank) VALUES ('rank', 'bm25(10.0, 3.0, 1.0, 2.0)');
  CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, word TEXT NOT NULL, stem TEXT NOT NULL, records INTEGER NOT NULL);
  -- Where misspellings meet the vocabulary; see typo.ts.
  CREATE TABLE near (form INTEGER NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (form, word)) WITHOUT ROWID;
`;

/** Writes the search index as one file, whole or not at all. The same records give the same bytes. */
export function buildIndex(records: readonly SearchRecord[], file: string): void {
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  const db = new DatabaseSync(unfinished);
  try {
    // The file is thrown away when anything goes wrong, so nothing needs to survive a crash.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192');
    db.exec(schema);
    db.exec('BEGIN');
    writeVocabulary(db, writeRecords(db, records));
    db.prepare('INSERT INTO about (format, records) VALUES (?, ?)').run(INDEX_FORMAT, records.length);
    db.exec("INSERT INTO words (words) VALUES ('optimize')");
    db.exec('COMMIT');
    db.exec('CREATE UNIQUE INDEX vocabulary_word ON vocabulary (word, records)');
    db.exec('CREATE INDEX vocabulary_stem ON vocabulary (stem, word)');
    db.exec('ANALYZE');
  } catch (error) {
    db.close();
    rmSync(unfinished, { force: true });
    throw error;
  }
  db.close();
  renameSync(unfinished, file);
}

/** Returns in how many records each word occurs. */
function writeRecords(db: DatabaseSync, records: readonly SearchRecord[]): Map<string, number> {
  const insertRecord = db.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertWords = db.prepare(
    'INSERT INTO words (rowid, heading, parents, body, about) VALUES (?, ?, ?, ?, ?)',
  );
  const occurrences = new Map<string, number>();
  const targets = new Map<string, number>();
  const cache = new Map<string, IndexedText>();
  // A page's headings stand above all of its records: each is taken apart once.
  const cached = (text: string): IndexedText => {
    const known = cache.get(text);
    if (known) return known;
    const made = indexedText(text);
    cache.set(text, made);
    return made;
  };
  records.forEach((record, index) => {
    const id = index + 1;
    const above = levels.map((level) => record.hierarchy[level]).filter((text) => text !== null);
    const own = above.at(-1) ?? '';
    const isHeading = record.type !== 'content';
    const parents = (isHeading ? above.slice(1, -1) : above.slice(1)).map(cached);
    const body = indexedText(record.content ?? '');
    const about = indexedText(record.about);
    const heading = cached(own);
    const section = cached(record.hierarchy.lvl0);
    const columns = [
      isHeading ? all(heading) : '',
      parents.map(all).join(' '),
      all(body),
      `${all(about)} ${all(section)}`,
    ] as const;
    if (!targets.has(record.url)) targets.set(record.url, targets.size);
    insertRecord.run(
      id,
      record.type,
      targets.get(record.url) ?? 0,
      record.docusaurus_tag,
      record.hierarchy.lvl0,
      heading.words,
      cached(record.hierarchy.lvl1).words,
      body.words,
      record.code ? 1 : 0,
      JSON.stringify(record),
    );
    insertWords.run(id, ...columns);
    for (const word of new Set(columns.flatMap((column) => column.split(' ')))) {
      if (word !== '') occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    }
  });
  return occurrences;
}

interface IndexedText {
  words: string;
  extra: string;
}

function indexedText(text: string): IndexedText {
  const words = wordsOf(text).map((word) => word.form);
  return { words: words.join(' '), extra: [...otherSpellings(text), ...symbolsOf(text)].join(' ') };
}

function all(text: IndexedText): string {
  return text.extra === '' ? text.words : `${text.words} ${text.extra}`;
}

const WORD_MAX_CHARACTERS = 40;

function writeVocabulary(db: DatabaseSync, occurrences: ReadonlyMap<string, number>): void {
  const insertWord = db.prepare('INSERT INTO vocabulary VALUES (?, ?, ?, ?)');
  const insertNear = db.prepare('INSERT OR IGNORE INTO near VALUES (?, ?)');
  const meetings: [form: number, word: number][] = [];
  let id = 0;
  for (const word of [...occurrences.keys()].sort()) {
    if (word.length > WORD_MAX_CHARACTERS) continue;
    id += 1;
    insertWord.run(id, word, stemOf(word), occurrences.get(word) ?? 0);
    // A number is not misspelt into another number.
    if (/\p{N}/u.test(word)) continue;
    // One letter shorter than the query may be: the query's length decides how much is forgiven.
    for (const form of deletions(word, editsAllowed(word.length + 1))) meetings.push([formKey(form), id]);
  }
  // In key order, so that the tree is written from left to right.
  meetings.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const [form, word] of meetings) insertNear.run(form, word);
}

/** English stem; a word of another script is its own stem. */
export function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
