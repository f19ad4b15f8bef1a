import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openViews } from '../../src/views/scope-views.ts';
import { startServer } from '../../testing/server.ts';

const questionSet = z.strictObject({
  answerable: z.array(
    z.strictObject({
      question: z.string(),
      /** Pattern of the heading or passage of a right answer. */
      says: z.string(),
    }),
  ),
  unanswerable: z.array(z.string()),
});

const quotation = {
  passage: z.record(z.string(), z.unknown()),
  followedBy: z.record(z.string(), z.unknown()).nullable(),
  source: z.object({ url: z.string(), titles: z.array(z.string()) }),
};
const answerSchema = z.object({
  answer: z.object({ ...quotation, alternative: z.object(quotation).nullable() }).nullable(),
});

const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: 'dist' },
    questions: { type: 'string', default: path.join(import.meta.dirname, 'manual.json') },
    verbose: { type: 'boolean', default: false },
  },
});

const { answerable, unanswerable } = questionSet.parse(JSON.parse(readFileSync(values.questions, 'utf8')));
const folder = await mkdtemp(path.join(tmpdir(), 'answers-'));
const server = await startServer({
  dist: path.resolve(values.dist),
  openViews,
  environment: { DATA_DIR: folder, LOG_LEVEL: 'error' },
});
const cookie = await server.signIn();
/** Processor time of each question in all threads, in milliseconds. The clock also counts other programs. */
const times: number[] = [];

async function ask(question: string) {
  const before = process.cpuUsage();
  const response = await server.get(`/api/v1/answers?${new URLSearchParams({ question })}`, { cookie });
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
  return answerSchema.parse(response.json()).answer;
}

const outcomes: string[] = [];
for (const { question, says } of answerable) {
  const answer = await ask(question);
  const quotations = answer === null ? [] : [answer, ...(answer.alternative ? [answer.alternative] : [])];
  const lines = quotations.map(({ passage, followedBy, source }) =>
    [source.titles.at(-1), ...listTexts(passage), ...listTexts(followedBy)].join(' :: '),
  );
  const isRight = lines.some((line) => new RegExp(says).test(line));
  const outcome = answer === null ? 'silent' : isRight ? 'right' : 'wrong';
  outcomes.push(outcome);
  if (values.verbose) console.log([`${outcome.padEnd(6)} ${question}`, ...lines].join('\n       '));
}
let noisy = 0;
for (const question of unanswerable) {
  const answer = await ask(question);
  if (answer === null) continue;
  noisy += 1;
  if (values.verbose)
    console.log(`noise  ${question}\n       ${answer.source.url} ${listTexts(answer.passage).join(' ')}`);
}
const firstTimes = times.splice(0);
for (const question of [...answerable.map(({ question }) => question), ...unanswerable]) await ask(question);
const secondTimes = times.splice(0);
await server.close();
await rm(folder, { recursive: true });

const share = (count: number, all: number) => `${Math.round((100 * count) / all)} % (${count} of ${all})`;
const count = (outcome: string) =>
  share(outcomes.filter((candidate) => candidate === outcome).length, outcomes.length);
console.log(`right ${count('right')}, wrong ${count('wrong')}, silent ${count('silent')}`);
console.log(`unanswerable: silent ${share(unanswerable.length - noisy, unanswerable.length)}`);
console.log(`processor time, pages read for the first time: ${describeTimes(firstTimes)}`);
console.log(`processor time, pages in memory: ${describeTimes(secondTimes)}`);

function describeTimes(values: readonly number[]): string {
  const ascendingValues = values.toSorted((a, b) => a - b);
  const findQuantile = (part: number) =>
    ascendingValues[Math.floor(part * (ascendingValues.length - 1))]?.toFixed(0);
  return `median ${findQuantile(0.5)} ms, 95 of 100 within ${findQuantile(0.95)} ms, first ${values[0]?.toFixed(0)} ms`;
}

/** Lists all texts in a passage. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
