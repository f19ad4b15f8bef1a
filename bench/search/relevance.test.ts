import path from 'node:path';
import { expect, test } from 'vitest';
import { recordsOfDocs } from './docs-records.ts';
import { ours } from './engines.ts';
import { measureRelevance } from './relevance.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

type Least = Record<string, { mrr: number; recall: number }>;

/** Just under what both halves reach: room for about one answer of a kind that comes a place later. */
const judged: Least = {
  title: { mrr: 0.98, recall: 0.99 },
  prefix: { mrr: 0.95, recall: 0.99 },
  'one-misspelling': { mrr: 0.97, recall: 0.99 },
  'two-misspellings': { mrr: 0.95, recall: 0.99 },
  body: { mrr: 0.81, recall: 0.95 },
  inflected: { mrr: 0.87, recall: 0.9 },
  question: { mrr: 0.75, recall: 0.83 },
  'one-wrong-word': { mrr: 0.93, recall: 0.94 },
  identifier: { mrr: 0.87, recall: 0.95 },
  'path-or-code': { mrr: 0.91, recall: 0.99 },
  task: { mrr: 0.78, recall: 0.93 },
};

/** The same of what `made-queries.ts` makes. */
const made: Least = {
  prefix: { mrr: 0.97, recall: 0.98 },
  inflected: { mrr: 0.97, recall: 0.98 },
  'one-wrong-word': { mrr: 0.97, recall: 0.98 },
  'one-word-more': { mrr: 0.86, recall: 0.93 },
  'one-misspelling': { mrr: 0.94, recall: 0.94 },
  body: { mrr: 0.87, recall: 0.95 },
  identifier: { mrr: 0.97, recall: 0.98 },
  'path-or-code': { mrr: 0.97, recall: 0.98 },
};

const floors: Record<string, Least> = { tuned: judged, 'held-out': judged, made };

// Compiles the whole manual first.
test('judged queries over the documentation find their answers', { timeout: 240_000 }, async () => {
  const { parts } = await measureRelevance(projectDir, [ours]);
  expect(Object.keys(parts)).toEqual(Object.keys(floors));
  for (const [part, engines] of Object.entries(parts)) {
    const least = floors[part] ?? {};
    const { all, byKind } = engines['this site'] ?? {};
    expect(all?.mrr, part).toBeGreaterThan(0.86);
    expect(all?.recall, part).toBeGreaterThan(0.94);
    expect(Object.keys(byKind ?? {}).sort(), part).toEqual(Object.keys(least).sort());
    for (const [kind, { mrr, recall }] of Object.entries(byKind ?? {})) {
      expect(mrr, `${part}, ${kind}`).toBeGreaterThan(least[kind]?.mrr ?? 1);
      expect(recall, `${part}, ${kind}`).toBeGreaterThan(least[kind]?.recall ?? 1);
    }
  }
});

test('every heading of the manual, typed as it stands, finds a place that it heads', {
  timeout: 240_000,
}, async () => {
  const records = await recordsOfDocs('site/docs', projectDir);
  const titled = records.flatMap(({ type, url, hierarchy }) => {
    const title = type === 'content' ? null : hierarchy[type];
    return title === null ? [] : [{ title, url }];
  });
  const byTitle = Map.groupBy(titled, ({ title }) => title.toLowerCase());
  const engine = ours(records);
  // Of those that stand on many pages, any place will do; which, is for other words to say.
  const telling = [...byTitle].filter(([, places]) => places.length <= 3);
  const missed = telling.filter(([title, places]) => {
    const [first] = engine.search(title);
    return !places.some(({ url }) => url === first);
  });
  engine.close();
  expect(telling.length).toBeGreaterThan(1_000);
  expect(missed.length / telling.length, missed.map(([title]) => title).join(', ')).toBeLessThan(0.02);
});
