import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownManual } from '../../testing/manuals.ts';
import { openToolsSite, type ToolsSite } from '../../testing/mcp.ts';
import { askThroughTools } from '../../testing/tool-questions.ts';

/** Raise it when the search or the articles get better. */
const ANSWERED_MIN = 25;
/** Of the tools' answers, for one question on the average: some 6,000 tokens. */
const BYTES_MAX = 26_000;

let site: ToolsSite;
beforeAll(async () => {
  site = await openToolsSite(ownManual);
}, 600_000);
afterAll(() => site?.close());

test('most of thirty questions are answered through the tools alone, in few bytes', async () => {
  const { secret } = await site.token();
  const { questions, missed, bytes } = await askThroughTools(await site.connect(secret));
  expect(questions).toBe(30);
  expect(questions - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(ANSWERED_MIN);
  expect(bytes / questions).toBeLessThanOrEqual(BYTES_MAX);
}, 120_000);
