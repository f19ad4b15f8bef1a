import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { createRandom } from '../../testing/random.ts';

const judgedQueries = z.array(
  z.strictObject({
    kind: z.string(),
    query: z.string(),
    /**
     * Addresses that answer the question. One with an anchor means that section, one without any section of the page.
     */
    answers: z.array(z.string()).min(1),
  }),
);

export type JudgedQuery = z.output<typeof judgedQueries>[number];

/** Queries whose answers were judged, see README.md. */
export function readRegressionQueries(): JudgedQuery[] {
  return readQueries('regression.json');
}

/** Questions of readers, with the kind of reader as their kind, and the sections that answer them, see README.md. */
export function readReadersQuestions(): JudgedQuery[] {
  return readQueries('questions.json');
}

/** Other questions of readers, with the pages that answer them. */
export function readPageQuestions(): JudgedQuery[] {
  return readQueries('page-questions.json');
}

/**
 * Questions of readers whose answer the manual's search has to keep among the first five, with the pages or sections
 * that answer them. The half of `page-questions.json` that ranking was chosen with belongs to them; the other half is
 * for checking.
 */
export function readFoundQuestions(): JudgedQuery[] {
  return [
    ...readQueries('found-questions.json'),
    ...readPageQuestions().filter((_, place) => place % 2 === 0),
  ];
}

/** Questions in everyday words of people who never saw the manual, with the pages that answer them. */
export function readEverydayQuestions(): JudgedQuery[] {
  return readQueries('everyday-questions.json');
}

/** Questions of people with a task, who never saw the manual either. Nothing was chosen with them. */
export function readTaskQuestions(): JudgedQuery[] {
  return readQueries('task-questions.json');
}

/** Questions as people type them into a search field, often only a few words, with sections that answer them. */
export function readShortQuestions(): JudgedQuery[] {
  return readQueries('short-questions.json');
}

/** Whole questions, short requests and problems in equal numbers, with sections that answer them. */
export function readMixedQuestions(): JudgedQuery[] {
  return readQueries('mixed-questions.json');
}

/** Questions of readers with the sections that answer them: the half for choosing settings. */
export function readFreshQuestions(): JudgedQuery[] {
  return readQueries('fresh-questions.json');
}

/** The other half, for checking. A person who has read these questions can no longer check with them. */
export function readHeldBackQuestions(): JudgedQuery[] {
  return readQueries('fresh-questions-held-back.json');
}

/** Accepts every section of the pages on which a section answers. */
export function acceptWholePages(queries: readonly JudgedQuery[]): JudgedQuery[] {
  return queries.map((judged) => ({
    ...judged,
    answers: [...new Set(judged.answers.map((answer) => answer.split('#')[0] ?? answer))],
  }));
}

function readQueries(name: string): JudgedQuery[] {
  return judgedQueries.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8')));
}

export interface Quality {
  queries: number;
  /** Mean of 1/rank of the first right hit among ten. */
  mrr: number;
  /** Share of queries with a right hit in the first place. */
  first: number;
  /** Share of queries with a right hit among the first five. */
  recall: number;
  /** The 95 % confidence interval of the mean rank, by bootstrap over the queries. */
  interval: [low: number, high: number];
}

export interface Judgement {
  all: Quality;
  byKind: Record<string, Quality>;
  /** Queries whose answer wasn't first. */
  misses: { kind: string; query: string; rank: number | undefined; first: string | undefined }[];
}

/** Judges a search. `search` returns addresses, the best first. */
export function judge(
  queries: readonly JudgedQuery[],
  search: (query: string) => readonly string[],
): Judgement {
  const ranks = queries.map((judged) => {
    const urls = search(judged.query).slice(0, 10);
    const index = urls.findIndex((url) => judged.answers.some((answer) => isAnswer(url, answer)));
    return { judged, rank: index === -1 ? undefined : index + 1, first: urls[0] };
  });
  const kinds = Map.groupBy(ranks, ({ judged }) => judged.kind);
  return {
    all: measureQuality(ranks),
    byKind: Object.fromEntries([...kinds].map(([kind, kindRanks]) => [kind, measureQuality(kindRanks)])),
    misses: ranks
      .filter(({ rank }) => rank !== 1)
      .map(({ judged, rank, first }) => ({ kind: judged.kind, query: judged.query, rank, first })),
  };
}

export function isAnswer(url: string, answer: string): boolean {
  return url === answer || (!answer.includes('#') && url.startsWith(`${answer}#`));
}

function measureQuality(ranks: readonly { rank: number | undefined }[]): Quality {
  const sum = (value: (rank: number) => number) =>
    ranks.reduce((total, { rank }) => total + (rank === undefined ? 0 : value(rank)), 0);
  const queries = ranks.length || 1;
  return {
    queries: ranks.length,
    mrr: sum((rank) => 1 / rank) / queries,
    first: sum((rank) => (rank === 1 ? 1 : 0)) / queries,
    recall: sum((rank) => (rank <= 5 ? 1 : 0)) / queries,
    interval: bootstrapInterval(ranks.map(({ rank }) => (rank === undefined ? 0 : 1 / rank))),
  };
}

const SAMPLES = 1_000;
const BOOTSTRAP_SEED = 1;

function bootstrapInterval(values: readonly number[]): [low: number, high: number] {
  const random = createRandom(BOOTSTRAP_SEED);
  const means = Array.from({ length: SAMPLES }, () => {
    const sample = values.map(() => values[Math.floor(random.next() * values.length)] ?? 0);
    return sample.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  }).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * SAMPLES)] ?? 0, means[Math.floor(0.975 * SAMPLES)] ?? 0];
}
