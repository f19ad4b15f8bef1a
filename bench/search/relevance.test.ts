import path from 'node:path';
import { expect, test } from 'vitest';
import { ours } from './engines.ts';
import { measureRelevance } from './relevance.ts';

/** Just under what both halves reach: room for about one answer of a kind that comes a place later. */
const least: Record<string, { mrr: number; recall: number }> = {
  title: { mrr: 0.98, recall: 0.99 },
  prefix: { mrr: 0.94, recall: 0.99 },
  'one-misspelling': { mrr: 0.97, recall: 0.99 },
  'two-misspellings': { mrr: 0.97, recall: 0.99 },
  body: { mrr: 0.81, recall: 0.95 },
  inflected: { mrr: 0.87, recall: 0.9 },
  question: { mrr: 0.57, recall: 0.75 },
  'one-wrong-word': { mrr: 0.93, recall: 0.94 },
  identifier: { mrr: 0.87, recall: 0.95 },
  'path-or-code': { mrr: 0.91, recall: 0.99 },
  task: { mrr: 0.7, recall: 0.83 },
};

// Compiles the whole manual first.
test('judged queries over the documentation find their answers', { timeout: 240_000 }, async () => {
  const { parts } = await measureRelevance(path.resolve(import.meta.dirname, '../..'), [ours]);
  for (const [part, engines] of Object.entries(parts)) {
    const { all, byKind } = engines['this site'] ?? {};
    expect(all?.mrr, part).toBeGreaterThan(0.82);
    expect(all?.recall, part).toBeGreaterThan(0.9);
    expect(Object.keys(byKind ?? {}).sort(), part).toEqual(Object.keys(least).sort());
    for (const [kind, { mrr, recall }] of Object.entries(byKind ?? {})) {
      expect(mrr, `${part}, ${kind}`).toBeGreaterThan(least[kind]?.mrr ?? 1);
      expect(recall, `${part}, ${kind}`).toBeGreaterThan(least[kind]?.recall ?? 1);
    }
  }
});
