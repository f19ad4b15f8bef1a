import path from 'node:path';
import { expect, test } from 'vitest';
import { ours } from './engines.ts';
import { measureRelevance } from './relevance.ts';

// Compiles the whole manual first.
test('judged queries over the documentation find their answers', { timeout: 240_000 }, async () => {
  const { parts } = await measureRelevance(path.resolve(import.meta.dirname, '../..'), [ours]);
  for (const [part, engines] of Object.entries(parts)) {
    const { all, byKind } = engines['this site'] ?? {};
    expect(all?.mrr, part).toBeGreaterThan(0.72);
    expect(all?.recall, part).toBeGreaterThan(0.82);
    for (const [kind, { mrr, recall }] of Object.entries(byKind ?? {})) {
      // Readers who say in their own words what they want share few words with the answer.
      if (kind === 'task' || kind === 'question') continue;
      expect(mrr, `${part}, ${kind}`).toBeGreaterThan(0.8);
      expect(recall, `${part}, ${kind}`).toBeGreaterThan(0.9);
    }
  }
});
