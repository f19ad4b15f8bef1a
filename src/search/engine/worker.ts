import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isInScope, type Scope, scopeKey } from '../../model/audience.ts';
import { buildFullVariant, findVariant } from '../../model/parts.ts';
import { describeReason } from '../../shared/reason.ts';
import type { IndexedPage } from '../index/open-index.ts';
import { openSearchFile } from '../protocol/answer.ts';
import type { SearchQuestion } from '../protocol/request.ts';
import type { SectionPassage } from '../rerank/list-passages.ts';
import type { ComputedAnswer } from './engine.ts';

/** Limit per thread. */
const VIEWS_MAX_BYTES = 16 * 1024 * 1024;
const VIEWS_MIN = 4;

/** A question to a search thread. Without a scope, the whole index answers. */
export interface ToWorker {
  id: number;
  question: SearchQuestion;
  scope?: Scope | undefined;
  /** The sections that come first, as a reranker wants them. */
  order?: readonly number[] | undefined;
  /** Whether to list passages for a reranker. */
  listsPassages?: boolean;
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'unusable'; reason: string }
  | {
      kind: 'answer';
      id: number;
      answer: ComputedAnswer;
      passages?: readonly SectionPassage[] | undefined;
      ms: number;
    }
  | { kind: 'failed'; id: number; reason: string };

// The thread opens the file, reports that, and answers one request after the other.
const { file, audiences } = z
  .object({
    file: z.string(),
    audiences: z.record(z.string(), z.union([z.literal('public'), z.array(z.string())])),
  })
  .parse(workerData);
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread');
const post = (message: FromWorker) => port.postMessage(message);

try {
  const index = openSearchFile(file, (url) => audiences[url]);
  const everything = index.within(
    ({ seen }) => seen === undefined || seen.shown === buildFullVariant(seen.audiences),
  );
  const views = new Map<string, typeof everything>();
  const most = Math.max(VIEWS_MIN, Math.floor(VIEWS_MAX_BYTES / index.viewBytes));

  /** The view of the index for a scope. Views are cached, and the least recently used one is removed first. */
  function findView(scope: Scope | undefined): typeof everything {
    if (scope === undefined || scope.kind === 'everything') return everything;
    const key = scopeKey(scope);
    const view = views.get(key) ?? index.within((page) => isFound(page, scope));
    views.delete(key);
    views.set(key, view);
    for (const oldest of views.keys()) {
      if (views.size <= most) break;
      views.delete(oldest);
    }
    return view;
  }

  port.on('message', ({ id, question, scope, order, listsPassages = false }: ToWorker) => {
    const startedAt = performance.now();
    try {
      const view = findView(scope);
      const { answer, passages } = listsPassages
        ? view.answerWithPassages(question)
        : { answer: view.answer(question, order), passages: undefined };
      const { query, nbHits, page, hits, ...rest } = answer;
      const json = JSON.stringify({ hits, nbHits, page, query, ...rest });
      const objectIDs = hits.map(({ objectID }) => objectID);
      const ms = Math.ceil(performance.now() - startedAt);
      post({ kind: 'answer', id, answer: { json, query, nbHits, page, objectIDs }, passages, ms });
    } catch (error) {
      post({ kind: 'failed', id, reason: describeReason(error) });
    }
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'unusable', reason: describeReason(error) });
}

/** Whether a page is found, in the form in which this reader sees it. */
function isFound({ url, seen }: IndexedPage, scope: Scope): boolean {
  return (
    isInScope(audiences[url], scope) &&
    (seen === undefined || seen.shown === findVariant(seen.audiences, scope))
  );
}
