import path from 'node:path';
import { expect, test } from 'vitest';
import { measureRelevance } from './relevance.ts';

test('judged queries over the documentation find their answers, better than the libraries beside us', async () => {
  const { parts } = await measureRelevance(path.resolve(import.meta.dirname, '../..'));
  for (const [part, engines] of Object.entries(parts)) {
    const { 'this site': ours, MiniSearch: mini, Orama: orama } = engines;
    expect(ours?.all.mrr, part).toBeGreaterThan(0.72);
    expect(ours?.all.recall, part).toBeGreaterThan(0.82);
    for (const [kind, { mrr, recall }] of Object.entries(ours?.byKind ?? {})) {
      // Readers who say in their own words what they want share few words with the answer.
      if (kind === 'task' || kind === 'question') continue;
      expect(mrr, `${part}, ${kind}`).toBeGreaterThan(0.8);
      expect(recall, `${part}, ${kind}`).toBeGreaterThan(0.9);
    }
    expect(ours?.all.mrr, part).toBeGreaterThan(Math.max(mini?.all.mrr ?? 0, orama?.all.mrr ?? 0));
  }
});
