import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { temporaryIndex } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { ASKED, readWordPlaces } from '../index/postings.ts';
import { createWordReader } from '../index/section-words.ts';
import { createEvaluator } from './evaluate.ts';
import { parseExpression } from './expression.ts';

// What readers ask is in the index, and nothing here may find it.
const records = searchRecords().map((record) => ({ ...record, asked: ['dropdown mail server'] }));
const { file, remove } = temporaryIndex(records);
const db = new DatabaseSync(file, { readOnly: true });
const { evaluate, weigh } = createEvaluator(readWordPlaces(db));

/** The same words in SQLite's own full-text index. */
const control = new DatabaseSync(':memory:');
control.exec(`CREATE VIRTUAL TABLE words USING fts5(heading, parents, body, about)`);
const insert = control.prepare('INSERT INTO words VALUES (?, ?, ?, ?)');
const wordsIn = createWordReader();
for (const record of records) insert.run(...wordsIn(record).columns.slice(0, ASKED));
const ask = control.prepare(
  'SELECT rowid - 1 AS record, -bm25(words, 10, 3, 1, 2) AS weight FROM words WHERE words MATCH ? ORDER BY rowid',
);

afterAll(() => {
  db.close();
  control.close();
  remove();
});

test.each([
  '"dropdown"',
  '"drop"*',
  '"d"*',
  '"the"',
  '"mail server"',
  '"mail serv"*',
  '"mail" AND "server"',
  '"mail" AND "s"* AND "the"',
  '"mail" OR "dropdown" AND "sql"',
  '("mail" OR "dropdown") AND ("sql" OR "serv"*)',
  '("mail" AND "server") OR ("server" AND "the") OR ("mail" AND "the")',
  '{heading about} : "drop"*',
  '{heading about} : ("mail" OR "app uid" OR "server"*)',
  '"nowhere"',
  '"nowhere" OR "dropdown"',
  '"dropdown nowhere"*',
])('%s finds the records that FTS5 finds, with the same weights', (text) => {
  const matched = evaluate(parseExpression(text));
  const rows = ask.all(text);
  expect([...matched.records]).toEqual(rows.map(({ record }) => record));
  weigh(matched).forEach((weight, at) => {
    expect(weight).toBeCloseTo(Number(rows[at]?.weight), 9);
  });
});

test('what is no expression is refused', () => {
  for (const text of ['', 'word', '("a"', '"a" "b"', '"a" OR']) {
    expect(() => parseExpression(text), text).toThrow('no expression');
  }
});
