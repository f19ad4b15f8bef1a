import type { DatabaseSync } from 'node:sqlite';
import { stemmer } from 'stemmer';
import { deletions, editsAllowed, formKey } from '../query/spelling.ts';

const WORD_MAX_CHARACTERS = 40;

/** In how many records each word occurs; or, of a change, in how many more. */
export type WordCounts = Map<string, number>;

export function countWords(counts: WordCounts, words: Iterable<string>, by: 1 | -1): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + by);
}

/** Under which number a word stands in the file; one that is new gets the next. 0: too long to be looked up. */
export type WordNumbers = (word: string) => number;

export function wordNumbers(db: DatabaseSync): WordNumbers {
  const find = db.prepare('SELECT id FROM vocabulary WHERE word = ?');
  let last = Number(db.prepare('SELECT max(id) AS last FROM vocabulary').get()?.last ?? 0);
  const known = new Map<string, number>();
  return (word) => {
    if (word.length > WORD_MAX_CHARACTERS) return 0;
    let number = known.get(word);
    if (number === undefined) {
      const row = find.get(word);
      number = row === undefined ? ++last : Number(row.id);
      known.set(word, number);
    }
    return number;
  };
}

export function writeVocabulary(db: DatabaseSync, counts: WordCounts, numberOf: WordNumbers): void {
  const insertWord = db.prepare('INSERT INTO vocabulary VALUES (?, ?, ?, ?)');
  const insertNear = db.prepare('INSERT OR IGNORE INTO near VALUES (?, ?)');
  const meetings: [form: number, word: number][] = [];
  for (const [word, records] of sorted(counts)) {
    const id = numberOf(word);
    insertWord.run(id, word, stemOf(word), records);
    for (const form of formsOf(word)) meetings.push([form, id]);
  }
  // In key order, so that the tree is written from left to right.
  meetings.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const [form, word] of meetings) insertNear.run(form, word);
}

/** Words that no record has any more go, new ones come. */
export function changeVocabulary(db: DatabaseSync, changes: WordCounts, numberOf: WordNumbers): void {
  const find = db.prepare('SELECT id, records FROM vocabulary WHERE word = ?');
  const insertWord = db.prepare('INSERT INTO vocabulary VALUES (?, ?, ?, ?)');
  const update = db.prepare('UPDATE vocabulary SET records = ? WHERE id = ?');
  const removeWord = db.prepare('DELETE FROM vocabulary WHERE id = ?');
  const insertNear = db.prepare('INSERT OR IGNORE INTO near VALUES (?, ?)');
  const removeNear = db.prepare('DELETE FROM near WHERE form = ? AND word = ?');
  for (const [word, change] of sorted(changes)) {
    if (change === 0) continue;
    const row = find.get(word);
    if (row === undefined) {
      const id = numberOf(word);
      insertWord.run(id, word, stemOf(word), change);
      for (const form of formsOf(word)) insertNear.run(form, id);
      continue;
    }
    const [id, records] = [Number(row.id), Number(row.records) + change];
    if (records > 0) {
      update.run(records, id);
      continue;
    }
    removeWord.run(id);
    for (const form of formsOf(word)) removeNear.run(form, id);
  }
}

/** English stem; a word of another script is its own stem. */
export function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}

function sorted(counts: WordCounts): [word: string, records: number][] {
  const words = [...counts.keys()].filter((word) => word.length <= WORD_MAX_CHARACTERS).sort();
  return words.map((word) => [word, counts.get(word) ?? 0]);
}

function formsOf(word: string): number[] {
  // A number is not misspelt into another number.
  if (/\p{N}/u.test(word)) return [];
  // One letter shorter than the query may be: the query's length decides how much is forgiven.
  return [...deletions(word, editsAllowed(word.length + 1))].map(formKey);
}
