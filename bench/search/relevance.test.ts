import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { isBuiltForAll, ownManual } from '../../testing/manuals.ts';
import { readRecordsOfDocs } from './docs-records.ts';
import { type BenchEngine, openOurEngine } from './engines.ts';
import {
  isAnswer,
  judge,
  readEverydayQuestions,
  readFoundQuestions,
  readFreshQuestions,
  readHeldBackQuestions,
  readPageQuestions,
  readReadersQuestions,
  readRegressionQueries,
} from './judge.ts';

/** `npm run bench -- search` uses more queries, and compares other engines. */
let records: SearchRecord[];
let engine: BenchEngine;

beforeAll(async () => {
  // The articles are compiled when the manual is built.
  await isBuiltForAll(ownManual);
  records = await readRecordsOfDocs('site/docs');
  engine = openOurEngine(records);
});
afterAll(() => engine?.close());

/**
 * The limits are well below the measured averages: a ranking may lose a query and gain another, but a broken
 * one fails.
 */
test('judged queries find their answers', () => {
  const queries = readRegressionQueries();
  const inReadersWords = queries.filter(({ kind }) => kind === 'task' || kind === 'question');
  const byRule = queries.filter((query) => !inReadersWords.includes(query));
  const { all: words } = judge(inReadersWords, engine.search);
  const { all: rules } = judge(byRule, engine.search);
  expect(words.mrr).toBeGreaterThan(0.84);
  expect(words.recall).toBeGreaterThan(0.9);
  expect(rules.mrr).toBeGreaterThan(0.9);
  expect(rules.recall).toBeGreaterThan(0.94);
});

/** Hits that a reader looks at before other words are typed. */
const HITS_MAX = 5;

/** An article that's rewritten keeps the words that its readers search with, or its authored questions get them. */
test('readers find a page that answers their question among the first five', () => {
  const questions = readFoundQuestions();
  expect(questions.length).toBeGreaterThan(130);
  const missed = questions.flatMap(({ query, answers }) => {
    const hits = engine.search(query).slice(0, HITS_MAX);
    const isFound = hits.some((url) => answers.some((answer) => isAnswer(url, answer)));
    return isFound ? [] : [`${query}: ${answers.join(', ')}, not ${hits.join(', ')}`];
  });
  expect(missed).toEqual([]);
});

test.each([
  ['regression.json', readRegressionQueries],
  ['questions.json', readReadersQuestions],
  ['page-questions.json', readPageQuestions],
  ['found-questions.json', readFoundQuestions],
  ['everyday-questions.json', readEverydayQuestions],
  ['fresh-questions.json', readFreshQuestions],
])('the answers in %s are sections or pages of the manual', (_, read) => {
  const addresses = listAddresses();
  const stale = read().flatMap(({ query, answers }) =>
    answers.flatMap((answer) => (addresses.has(answer) ? [] : `${query}: ${answer}`)),
  );
  expect(stale).toEqual([]);
});

test('the answers of the held-back questions are sections or pages of the manual', () => {
  const addresses = listAddresses();
  // A failure names only the addresses, so that it doesn't show the questions.
  const stale = readHeldBackQuestions().flatMap(({ answers }) =>
    answers.filter((answer) => !addresses.has(answer)),
  );
  expect(stale).toEqual([]);
});

function listAddresses(): Set<string> {
  return new Set(records.flatMap((record) => [record.url, record.url_without_anchor]));
}

test('every heading of the manual, typed as it stands, finds a section that it heads', () => {
  const titled = records.flatMap(({ type, url, hierarchy }) => {
    const title = type === 'content' ? null : hierarchy[type];
    return title === null ? [] : [{ title, url }];
  });
  const byTitle = Map.groupBy(titled, ({ title }) => title.toLowerCase());
  // A heading on many pages may be found on any of them, because the query doesn't name the page.
  const telling = [...byTitle].filter(([, sections]) => sections.length <= 3);
  const missed = telling.filter(([title, sections]) => {
    const [first] = engine.search(title);
    return !sections.some(({ url }) => url === first);
  });
  expect(telling.length).toBeGreaterThan(1_000);
  expect(missed.length / telling.length, missed.map(([title]) => title).join(', ')).toBeLessThan(0.02);
});

test.each([
  ['GET /projects', '/Designer/Projects#get-projects'],
  ['/projects', '/Designer/Projects#get-projects'],
  ['PUT /group/{grp_uid}', '/Administration/Groups#put-group-grp_uid'],
  ['@@__ERROR__', '/6DefinitionOfProcess/Triggers#debug'],
  ['__VAR_CHANGED__', '/6DefinitionOfProcess/Triggers#debug'],
  ['who has my request', '/11Home/MyCases#who-has-it'],
])('"%s" finds its own place in the manual first', (query, end) => {
  expect(engine.search(query)[0]?.endsWith(end)).toBe(true);
});

test.each(['request', 'answer', 'parameters', 'body'])(
  '"%s" finds no heading that every endpoint has',
  (word) => {
    const [first] = engine.search(word);
    expect(first).not.toMatch(new RegExp(`#(?:get|post|put|delete)-.*-${word}$`));
  },
);
