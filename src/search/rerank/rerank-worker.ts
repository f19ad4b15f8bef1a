import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { importSiteModule } from '../../config/doors.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { describeReason } from '../../shared/reason.ts';
import type { Rerank, RerankPassage } from './reranker.ts';

export type ToRerankWorker =
  | { kind: 'rerank'; id: number; query: string; passages: readonly RerankPassage[] }
  /** The answer to this question would come too late. */
  | { kind: 'abort'; id: number };

export type FromRerankWorker =
  | { kind: 'ready' }
  | { kind: 'unusable'; reason: string }
  | { kind: 'scores'; id: number; scores: readonly number[] }
  /** The reranker threw an error, or didn't return a number for each passage. */
  | { kind: 'failed' | 'invalid'; id: number; reason: string };

// The thread loads the owner's module, reports that, and answers several questions at once if the module awaits.
const { module } = z.object({ module: z.string() }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('rerank-worker.ts runs in a worker thread');
const post = (message: FromRerankWorker) => port.postMessage(message);

try {
  const { default: rerank } = await importSiteModule(module);
  if (!isRerank(rerank)) throw new Error('its default export must be a function: see gatehouse/reranker');
  const controllers = new Map<number, AbortController>();
  const answer = async ({ id, query, passages }: Extract<ToRerankWorker, { kind: 'rerank' }>) => {
    const controller = new AbortController();
    controllers.set(id, controller);
    try {
      post(checkScores(id, await rerank(query, passages, controller.signal), passages.length));
    } catch (error) {
      post({ kind: 'failed', id, reason: describeReason(error) });
    } finally {
      controllers.delete(id);
    }
  };
  port.on('message', (message: ToRerankWorker) => {
    if (message.kind === 'rerank') runInBackground(answer(message));
    else controllers.get(message.id)?.abort();
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'unusable', reason: describeReason(error) });
}

/** Whether a value is a function. Types of parameters can't be checked; results are checked after each call. */
function isRerank(value: unknown): value is Rerank {
  return typeof value === 'function';
}

/** `scores` comes from the owner's code, so it can be anything. */
function checkScores(id: number, scores: unknown, expected: number): FromRerankWorker {
  if (!Array.isArray(scores)) return { kind: 'invalid', id, reason: 'it must return an array of numbers' };
  if (scores.length !== expected)
    return { kind: 'invalid', id, reason: `it returned ${scores.length} scores for ${expected} passages` };
  const badScore = scores.findIndex((score) => !Number.isFinite(score));
  return badScore === -1
    ? { kind: 'scores', id, scores }
    : { kind: 'invalid', id, reason: `score ${badScore + 1} isn't a finite number` };
}
