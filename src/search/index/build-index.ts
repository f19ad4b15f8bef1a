import { copyFileSync, constants as files, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { type IndexPage, pagesIn } from './pages.ts';
import type { SearchRecord } from './record.ts';
import { INDEX_FORMAT, schema } from './schema.ts';
import { changeVocabulary, writeVocabulary } from './vocabulary.ts';
import { pageWriter } from './write-pages.ts';

/** Writes the search index of these records as one file, whole or not at all. */
export function buildIndex(
  records: readonly SearchRecord[],
  file: string,
  synonyms: readonly SynonymRule[] = [],
): void {
  buildPages(pagesIn(records), file, synonyms);
}

/** The same pages and synonyms give the same bytes. */
export function buildPages(
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[] = [],
): void {
  write(file, (unfinished) => {
    rmSync(unfinished, { force: true });
    edit(unfinished, (db) => {
      db.exec('PRAGMA page_size = 8192');
      db.exec(schema);
      db.exec('BEGIN');
      const writer = pageWriter(db, 0);
      let records = 0;
      different(pages).forEach((page, place) => {
        records += writer.add(page, place);
      });
      writeVocabulary(db, writer.counts, writer.numberOf);
      db.prepare('INSERT INTO about VALUES (?, ?, 0, ?)').run(
        INDEX_FORMAT,
        records,
        JSON.stringify(synonyms),
      );
      db.exec('COMMIT');
      db.exec('CREATE UNIQUE INDEX vocabulary_word ON vocabulary (word, records)');
      db.exec('CREATE INDEX vocabulary_stem ON vocabulary (stem, word)');
      db.exec("CREATE INDEX records_headed ON records (headed) WHERE headed <> ''");
      db.exec("CREATE INDEX records_heading ON records (heading) WHERE headed <> ''");
      db.exec('ANALYZE');
    });
    return true;
  });
}

/** More of the pages than this: building from nothing is faster. */
const CHANGED_MAX = 0.2;
/** Of the records, since the file was built from nothing: every change leaves one more part to look through. */
const REPLACED_MAX = 0.5;

/**
 * Writes the index of these pages from another one, `base`, which has most of them. It answers as one that was
 * built from nothing does. Both must be made by the same program: keys say so. Returns false, and writes nothing,
 * where `base` is of no use.
 */
export function updateIndex(
  base: string,
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[] = [],
): boolean {
  return write(file, (unfinished) => {
    copyFileSync(base, unfinished, files.COPYFILE_FICLONE);
    return edit(unfinished, (db) => replacePages(db, different(pages), synonyms));
  });
}

function replacePages(
  db: DatabaseSync,
  pages: readonly IndexPage[],
  synonyms: readonly SynonymRule[],
): boolean {
  const about = db.prepare('SELECT * FROM about').get();
  if (about?.format !== INDEX_FORMAT) return false;
  const rows = db.prepare('SELECT id, key, place, last FROM pages').all();
  const gone = new Map(rows.map(({ id, key, place }) => [String(key), { id: Number(id), place }]));
  const added: { page: IndexPage; place: number }[] = [];
  const moved: { id: number; place: number }[] = [];
  pages.forEach((page, place) => {
    const known = gone.get(page.key);
    gone.delete(page.key);
    if (!known) added.push({ page, place });
    else if (known.place !== place) moved.push({ id: known.id, place });
  });
  if (Math.max(gone.size, added.length) > pages.length * CHANGED_MAX) return false;

  db.exec('BEGIN');
  const lastId = rows.reduce((most, { last }) => Math.max(most, Number(last)), 0);
  const writer = pageWriter(db, lastId);
  let [removedRecords, addedRecords] = [0, 0];
  for (const { id } of gone.values()) removedRecords += writer.remove(id);
  for (const { page, place } of added) addedRecords += writer.add(page, place);
  const move = db.prepare('UPDATE pages SET place = ? WHERE id = ?');
  for (const { id, place } of moved) move.run(place, id);
  changeVocabulary(db, writer.counts, writer.numberOf);
  const records = Number(about.records) + addedRecords - removedRecords;
  const replaced = Number(about.replaced) + removedRecords;
  const update = db.prepare('UPDATE about SET records = ?, replaced = ?, synonyms = ?');
  update.run(records, replaced, JSON.stringify(synonyms));
  db.exec('COMMIT');
  return replaced <= records * REPLACED_MAX;
}

/** Two pages with one key have the same records at the same addresses: one is enough. */
function different(pages: readonly IndexPage[]): IndexPage[] {
  return [...new Map(pages.map((page) => [page.key, page])).values()];
}

/** The file appears when it is complete; `make` says whether it is. */
function write(file: string, make: (unfinished: string) => boolean): boolean {
  const unfinished = `${file}.part`;
  try {
    const made = make(unfinished);
    if (made) renameSync(unfinished, file);
    return made;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function edit<T>(file: string, change: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    // The file is thrown away when anything goes wrong, so nothing needs to survive a crash.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    return change(db);
  } finally {
    db.close();
  }
}
