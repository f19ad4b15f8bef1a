import { DatabaseSync } from 'node:sqlite';

/** Changes when a reader of the file must. */
export const INDEX_FORMAT = 8;

const schema = `
  -- "replaced": sections that took the place of others since the file was built from nothing.
  -- "synonyms": those of the site's configuration, as JSON.
  CREATE TABLE about (
    format INTEGER NOT NULL, sections INTEGER NOT NULL, replaced INTEGER NOT NULL, synonyms TEXT NOT NULL
  );
  -- What changes together, and its position among the others. Its sections have the ids from "first" on;
  -- "words" are theirs, see page-words.ts.
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, category TEXT NOT NULL,
    tag TEXT NOT NULL, language TEXT NOT NULL, first INTEGER NOT NULL, sections INTEGER NOT NULL,
    records INTEGER NOT NULL, text_count INTEGER NOT NULL, word_count INTEGER NOT NULL, words BLOB NOT NULL
  );
  -- A section as it is shown, as JSON: see section.ts.
  CREATE TABLE sections (id INTEGER PRIMARY KEY, section TEXT NOT NULL);
  -- Words and their stems, a line each, numbered from "first" on. What no page has any more stays.
  CREATE TABLE vocabulary (first INTEGER PRIMARY KEY, words TEXT NOT NULL, stems TEXT NOT NULL);
`;

/** For writing; `isNew`: the file is empty. */
export function openForWriting(file: string, isNew: boolean): DatabaseSync {
  const db = new DatabaseSync(file);
  // The file is thrown away when anything goes wrong, so nothing needs to survive a crash.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096');
  if (isNew) db.exec(schema);
  return db;
}
