/**
 * The module `gatehouse/reranker`: the interface of a reranker, which puts the first hits of a question in a better
 * order. The variable `SEARCH_RERANKER` names a module whose default export is one:
 *
 * ```ts
 * import { defineReranker } from 'gatehouse/reranker';
 * import { loadModel } from './model.ts';
 *
 * const model = await loadModel();
 *
 * export default defineReranker(async (query, passages, signal) => {
 *   signal.throwIfAborted();
 *   return model.compare(passages.map(({ title, text }) => [query, `${title}. ${text}`]));
 * });
 * ```
 *
 * The module runs in a thread of its own. It may await at its top level, for example to load a model. Until it is loaded,
 * questions keep the order of the search engine. `examples/reranker/` is a complete reranker.
 */

/** A section that the reader may see. All texts are plain, not HTML. */
export interface RerankPassage {
  /** The title of the page and the headings down to the section: `Accounts › Reset a password`. */
  readonly title: string;
  /** The paragraph that was found, then the rest of the section, at most 2,000 characters in all. */
  readonly text: string;
}

/**
 * Returns one number per passage, in their order. Passages with higher numbers come first, those with equal ones stay in
 * the order of the search engine.
 *
 * A question has at most 64 characters and 20 passages. `signal` aborts when the answer would come too late to be used.
 */
export type Rerank = (
  query: string,
  passages: readonly RerankPassage[],
  signal: AbortSignal,
) => Promise<readonly number[]>;

/** Declares a reranker. Editors then know the types of its parameters. */
export function defineReranker(rerank: Rerank): Rerank {
  return rerank;
}
