import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import type { Query } from '../query/query.ts';
import type { Ranked } from './rank.ts';
import { createSimilarity } from './similarity.ts';
import { questions as weights } from './weights.ts';

type QuestionOrder = (query: Query, ranked: readonly Ranked[], view: IndexView) => Ranked[];

/** Orders the best sections again by what a question means, so that not only its words decide. */
export function createQuestionOrder(index: SearchIndex): QuestionOrder {
  const similarity = createSimilarity(index);

  return (query, ranked, view) => {
    const best = ranked.slice(0, weights.ordered);
    const forms = query.terms.flatMap((term) => term.forms);
    const similarities = similarity(
      forms,
      best.map(({ section }) => section),
      view,
    );
    const ordered = best.map((hit, at) => {
      const { question = 0, heading = 0 } = similarities[at] ?? {};
      return { ...hit, score: hit.score + weights.question * question + weights.heading * heading };
    });
    return [...ordered.sort((a, b) => b.score - a.score), ...ranked.slice(weights.ordered)];
  };
}
