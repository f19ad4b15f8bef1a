import type { SectionPassage } from './list-passages.ts';
import type { Reranker } from './open-reranker.ts';

export interface RerankOrders {
  /** Finds the order of sections for a question. Undefined if the order of the search engine stands. */
  find(
    key: string,
    query: string,
    passages: readonly SectionPassage[],
  ): Promise<readonly number[] | undefined>;
}

/** Each takes less than a kilobyte. */
const ORDERS_MAX = 1_024;

/**
 * Caches the orders of a reranker for one index, by scope, question and filter. Pages of hits, the results page and the
 * passage that answers ask for the same question in different forms, and need one order.
 */
export function createRerankOrders(reranker: Pick<Reranker, 'score'>): RerankOrders {
  /** A map keeps the order in which keys were added, so the first one is the least recently used. */
  const orders = new Map<string, Promise<readonly number[] | undefined>>();

  async function compute(query: string, passages: readonly SectionPassage[]) {
    const scores = await reranker.score(
      query,
      passages.map(({ title, text }) => ({ title, text })),
    );
    if (scores === undefined) return undefined;
    const scoredSections = passages.map(({ section }, index) => ({ section, score: scores[index] ?? 0 }));
    return scoredSections.sort((a, b) => b.score - a.score).map(({ section }) => section);
  }

  return {
    async find(key, query, passages) {
      const finding = orders.get(key) ?? compute(query, passages);
      orders.delete(key);
      orders.set(key, finding);
      const [oldest] = orders.keys();
      if (orders.size > ORDERS_MAX && oldest !== undefined) orders.delete(oldest);
      const order = await finding;
      // A reranker that failed is asked again.
      if (order === undefined && orders.get(key) === finding) orders.delete(key);
      return order;
    },
  };
}
