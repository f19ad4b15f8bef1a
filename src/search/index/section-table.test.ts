import { afterAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { openIndex } from './open-index.ts';
import type { SearchRecord } from './record.ts';
import { readHeadings, readPassages, readQuestionWords } from './section-table.ts';
import { listForms } from './words.ts';

const PASSAGES = 2;
const texts = [
  'Follow the steps in `app_uid` or XMLNewCase.',
  'Über die Größe: naïve café, 変数の値 and ไทย.',
  'See /projects/bulk, C# and @@USER, then write an email-address.',
];
const questions = [
  ['how do I record hours', 'where is the time sheet'],
  [],
  ['¿dónde está la hoja?', 'a', 'what is a getCurrentDate for'],
];

/** A page with a section of its own, code between passages, and a heading that every page has. */
function createRecords(number: number): SearchRecord[] {
  const [top, paragraph] = searchPage(
    `Page ${number} of the naïve TimeSheet`,
    texts[number % texts.length] ?? '',
  );
  if (!top || !paragraph) return [];
  const createBelow = (heading: string): SearchRecord[] =>
    [
      { ...top, type: 'lvl2' as const, questions: questions[number % questions.length] ?? [] },
      { ...paragraph, content: 'const code = 1;', code: true },
      paragraph,
      { ...paragraph, content: `The next passage has the number ${number}.` },
      { ...paragraph, content: 'This passage is one too many.' },
    ].map((record) => ({
      ...record,
      url: `${record.url}#${heading}`,
      anchor: heading,
      hierarchy: { ...record.hierarchy, lvl2: heading },
    }));
  return [top, paragraph, ...createBelow('What goes wrong'), ...createBelow(`Own ${number} app_uid`)];
}

const { file, remove } = createTemporaryIndex(
  Array.from({ length: 30 }, (_, number) => createRecords(number)).flat(),
);
const index = openIndex(file);
afterAll(() => {
  index.close();
  remove();
});

test('the words in memory are those of the headings, questions and first passages of each section', () => {
  const { table, vocabulary, getSection } = index;
  const listWords = (words: Int32Array) => Array.from(words, (word) => vocabulary.getWord(word));
  const sections = Array.from({ length: table.sections }, (_, section) => section);
  expect(
    sections.map((section) => {
      const { heading, parents } = readHeadings(table, section);
      return {
        heading: listWords(heading),
        parents: listWords(parents),
        questions: readQuestionWords(table, section).map(listWords),
        passages: readPassages(table, section, PASSAGES).map(listWords),
      };
    }),
  ).toEqual(
    sections.map((section) => {
      const { titles, questions: askedQuestions, blocks } = getSection(section);
      const headings = titles.filter((title) => title !== null);
      const passages = blocks.flatMap(({ content, code }) => (content === null || code ? [] : [content]));
      return {
        heading: listForms(headings.at(-1) ?? ''),
        parents: listForms(headings.slice(0, -1).join('\n')),
        questions: askedQuestions.map(listForms),
        passages: passages.slice(0, PASSAGES).map(listForms),
      };
    }),
  );
  // The heading that every page has was removed from what queries find.
  expect(table.forgottenHeadings.size).toBe(30);
});
