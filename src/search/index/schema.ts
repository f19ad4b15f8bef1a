/** Changes when a reader of the file must. */
export const INDEX_FORMAT = 7;

export const schema = `
  -- "replaced": records that took the place of others since the file was built from nothing.
  -- "synonyms": those of the site's configuration, as JSON.
  CREATE TABLE about (
    format INTEGER NOT NULL, records INTEGER NOT NULL, replaced INTEGER NOT NULL, synonyms TEXT NOT NULL
  );
  -- What changes together, and where it stands among the others; its records have the ids from "first" to "last".
  -- "words" are those of its records, column by column, as numbers of the vocabulary: see word-places.ts.
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, place INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    words BLOB NOT NULL
  );
  -- "heading", "title" and "body" are the indexed words in order, for ranking what the index found.
  -- "target" is the same for records with the same address. "headed": see heading-key.ts; empty on texts.
  CREATE TABLE records (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, target INTEGER NOT NULL, tag TEXT NOT NULL, section TEXT NOT NULL,
    heading TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, code INTEGER NOT NULL, headed TEXT NOT NULL,
    record TEXT NOT NULL
  );
  CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, word TEXT NOT NULL, stem TEXT NOT NULL, records INTEGER NOT NULL);
  -- Where misspellings meet the vocabulary; see typo.ts.
  CREATE TABLE near (form INTEGER NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (form, word)) WITHOUT ROWID;
`;
