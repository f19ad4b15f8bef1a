import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { listQuotedPassages } from '../../src/features/answers/list-quoted-passages.ts';
import { openViews } from '../../src/views/scope-views.ts';
import { startServer } from '../../testing/server.ts';

const questionSet = z.strictObject({
  answerable: z.array(
    z.strictObject({
      /** Kind of reader. The shares are reported for each, if the file names them. */
      kind: z.string().optional(),
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
  before: z.array(z.record(z.string(), z.unknown())),
  after: z.array(z.record(z.string(), z.unknown())),
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

const outcomes: { kind: string | undefined; outcome: string }[] = [];
for (const { kind, question, says } of answerable) {
  const answer = await ask(question);
  const quotations = answer === null ? [] : [answer, ...(answer.alternative ? [answer.alternative] : [])];
  const lines = quotations.map(({ source, ...quotation }) =>
    [
      source.titles.at(-1),
      ...listQuotedPassages(quotation).flatMap(({ passage }) => listTexts(passage)),
    ].join(' :: '),
  );
  const isRight = lines.some((line) => new RegExp(says).test(line));
  const outcome = answer === null ? 'silent' : isRight ? 'right' : 'wrong';
  outcomes.push({ kind, outcome });
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
console.log(describeShares(outcomes));
for (const [kind, outcomesOfKind] of Map.groupBy(outcomes, ({ kind }) => kind))
  if (kind !== undefined) console.log(`${kind}: ${describeShares(outcomesOfKind)}`);
console.log(`unanswerable: silent ${share(unanswerable.length - noisy, unanswerable.length)}`);
console.log(`processor time, pages read for the first time: ${describeTimes(firstTimes)}`);
console.log(`processor time, pages in memory: ${describeTimes(secondTimes)}`);

function describeShares(answers: readonly { outcome: string }[]): string {
  const shares = ['right', 'wrong', 'silent'].map((outcome) => {
    const matchingAnswers = answers.filter((answer) => answer.outcome === outcome);
    return `${outcome} ${share(matchingAnswers.length, answers.length)}`;
  });
  return shares.join(', ');
}

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
