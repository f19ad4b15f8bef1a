import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { openIndex } from '../index/open-index.ts';
import { createFieldMask } from '../index/postings.ts';
import {
  collectSectionWords,
  groupSections,
  joinTexts,
  splitTextWords,
  type TextWords,
} from '../index/section.ts';
import { createIndexView } from '../index/view.ts';
import { createScorer } from '../rank/bm25.ts';
import { bm25f, type Field, fields, fieldWeights } from '../rank/weights.ts';
import { createEvaluator } from './evaluate.ts';
import type { AnyOf, Clause, Term, WordClause } from './query.ts';

const questions = ['dropdown mail server'];
const records = searchRecords().map((record, position) =>
  position === 0 ? { ...record, questions } : record,
);
const { file, remove } = createTemporaryIndex(records);
const index = openIndex(file);
const view = createIndexView(index, () => true);
const evaluate = createEvaluator(index);
const everywhere = createFieldMask(...fields);

/** The same texts in SQLite's own full-text index. */
const control = new DatabaseSync(':memory:');
control.exec(`CREATE VIRTUAL TABLE words USING fts5(${fields.join()})`);
const insert = control.prepare('INSERT INTO words VALUES (?, ?, ?, ?, ?)');
const texts = Map.groupBy(records, ({ url }) => url);
const sectionTexts = [...texts.values()].map((sectionRecords): Record<Field, string[]> => {
  const [section] = groupSections(sectionRecords);
  const [record] = sectionRecords;
  if (!section || !record) throw new Error('an address has records');
  const words = collectSectionWords(section, record.hierarchy.lvl0, splitTextWords);
  const listForms = (text: TextWords) => [...text.writtenForms, ...text.otherForms];
  return {
    heading: listForms(words.heading),
    parents: listForms(words.parents),
    about: listForms(words.about),
    questions: listForms(joinTexts(words.questions)),
    body: words.bodies.flatMap(listForms),
  };
});
for (const section of sectionTexts) insert.run(...fields.map((field) => section[field].join(' ')));
const find = control.prepare('SELECT rowid - 1 AS section FROM words WHERE words MATCH ? ORDER BY rowid');

afterAll(() => {
  index.close();
  control.close();
  remove();
});

function createWord(text: string, isPrefix = false): WordClause {
  const { vocabulary } = index;
  const number = vocabulary.findNumber(text);
  const words = isPrefix
    ? vocabulary.findWordsStarting(text)
    : { from: number, to: number === 0 ? 0 : number + 1 };
  return { kind: 'word', text, isPrefix, words, quality: 1 };
}
const phrase = (...words: WordClause[]): Clause => ({ kind: 'phrase', words: words.map((word) => [word]) });
const createAny = (...of: Clause[]): AnyOf => ({ kind: 'any', of });

test.each<[asked: string, clause: Clause]>([
  ['"dropdown"', createWord('dropdown')],
  ['"drop"*', createWord('drop', true)],
  ['"d"*', createWord('d', true)],
  ['"the"', createWord('the')],
  ['"mail server"', phrase(createWord('mail'), createWord('server'))],
  ['"mail serv"*', phrase(createWord('mail'), createWord('serv', true))],
  ['"mail" OR "dropdown"', createAny(createWord('mail'), createWord('dropdown'))],
  [
    '"app uid" OR "server"*',
    createAny(phrase(createWord('app'), createWord('uid')), createWord('server', true)),
  ],
  ['"nowhere"', createWord('nowhere')],
  ['"nowhere" OR "dropdown"', createAny(createWord('nowhere'), createWord('dropdown'))],
  ['"dropdown nowhere"', phrase(createWord('dropdown'), createWord('nowhere'))],
])('%s finds the sections that FTS5 finds', (query, clause) => {
  const { sections, count } = evaluate(clause, { visible: view.visible, fields: everywhere });
  expect([...sections.subarray(0, count)].sort((a, b) => a - b)).toEqual(
    find.all(query).map(({ section }) => section),
  );
});

test("fields that aren't asked find nothing", () => {
  const inNames = { visible: view.visible, fields: createFieldMask('heading', 'about') };
  const { sections, count } = evaluate(createWord('drop', true), inNames);
  expect([...sections.subarray(0, count)].sort((a, b) => a - b)).toEqual(
    find.all('{heading about} : "drop"*').map(({ section }) => section),
  );
});

test('sections are scored by BM25F', () => {
  const clauses = ['dropdown', 'options', 'the'].map((text) => createAny(createWord(text)));
  const content = clauses.map((clause) => ({ term: createTerm(), clause: createAny(clause) }));
  const scores = createScorer(index)({ content, minor: [], fields: everywhere }, view.visible, view.sections);
  sectionTexts.forEach((section, position) => {
    expect(scores.bm25f[position]).toBeCloseTo(
      computeExpectedScore(section, ['dropdown', 'options', 'the']),
      4,
    );
  });
});

function createTerm(): Term {
  return { forms: [], isGrowing: false, isStopWord: false, clause: createAny(), synonyms: [] };
}

/** The score by its definition, computed from the texts. */
function computeExpectedScore(section: Record<Field, string[]>, words: readonly string[]): number {
  const computeFrequency = (texts: Record<Field, string[]>, searchedWord: string) =>
    fields.reduce((sum, field) => {
      const mean =
        sectionTexts.reduce((total, other) => total + other[field].length, 0) / sectionTexts.length || 1;
      const { b } = bm25f;
      const times = texts[field].filter((textWord) => textWord === searchedWord).length;
      return sum + (fieldWeights[field] * times) / (1 - b + (b * texts[field].length) / mean);
    }, 0);
  return words.reduce((sum, searchedWord) => {
    const having = sectionTexts.filter((other) => computeFrequency(other, searchedWord) > 0).length;
    const idf = Math.log(1 + (sectionTexts.length - having + 0.5) / (having + 0.5));
    const sectionFrequency = computeFrequency(section, searchedWord);
    return sum + (idf * sectionFrequency * (bm25f.k1 + 1)) / (sectionFrequency + bm25f.k1);
  }, 0);
}
