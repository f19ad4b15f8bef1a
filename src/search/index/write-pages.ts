import type { DatabaseSync } from 'node:sqlite';
import { headingKey } from './heading-key.ts';
import type { IndexPage } from './pages.ts';
import { packWords } from './postings.ts';
import type { SearchRecord } from './record.ts';
import { createWordReader, differentWords } from './section-words.ts';
import { countWords, type WordCounts, type WordNumbers, wordNumbers } from './vocabulary.ts';

export interface PageWriter {
  /** Returns how many records the page has. */
  add(page: IndexPage, place: number): number;
  remove(page: number): number;
  /** Of what was added, less what was removed. */
  counts: WordCounts;
  numberOf: WordNumbers;
}

/** Adds and removes the records of pages, as rows and as indexed words. `lastId` is the highest id in use. */
export function pageWriter(db: DatabaseSync, lastId: number): PageWriter {
  const insertPage = db.prepare('INSERT INTO pages (key, place, first, last, words) VALUES (?, ?, ?, ?, ?)');
  const insertRecord = db.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const findPage = db.prepare('SELECT first, last FROM pages WHERE id = ?');
  const recordsBetween = db.prepare('SELECT record FROM records WHERE id BETWEEN ? AND ?');
  const removePage = db.prepare('DELETE FROM pages WHERE id = ?');
  const removeRecords = db.prepare('DELETE FROM records WHERE id BETWEEN ? AND ?');
  const wordsIn = createWordReader();
  const numberOf = wordNumbers(db);
  const counts: WordCounts = new Map();
  let id = lastId;

  function addRecord(record: SearchRecord, targets: Map<string, number>): number[][] {
    id += 1;
    const target = targets.get(record.url) ?? id;
    targets.set(record.url, target);
    const indexed = wordsIn(record);
    insertRecord.run(
      id,
      record.type,
      target,
      record.docusaurus_tag,
      record.hierarchy.lvl0,
      indexed.heading,
      indexed.title,
      indexed.body,
      record.code ? 1 : 0,
      record.type === 'content' ? '' : headingKey(indexed.heading.split(' ')),
      JSON.stringify(record),
    );
    countWords(counts, differentWords(indexed), 1);
    return indexed.columns.map((column) => column.match(/[^ ]+/g)?.map(numberOf) ?? []);
  }

  return {
    counts,
    numberOf,
    add(page, place) {
      const first = id + 1;
      const targets = new Map<string, number>();
      const records = page.records();
      const words = records.map((record) => addRecord(record, targets));
      insertPage.run(page.key, place, first, id, packWords(words));
      return records.length;
    },
    remove(page) {
      const range = findPage.get(page);
      const [first, last] = [Number(range?.first), Number(range?.last)];
      for (const { record: json } of recordsBetween.all(first, last)) {
        // Written by this very module, in the same format.
        const record = JSON.parse(String(json)) as SearchRecord;
        countWords(counts, differentWords(wordsIn(record)), -1);
      }
      removeRecords.run(first, last);
      removePage.run(page);
      return last - first + 1;
    },
  };
}
