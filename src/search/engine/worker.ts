import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { reasonOf } from '../../shared/reason.ts';
import { openSearchFile } from '../protocol/answer.ts';
import type { SearchRequest } from '../protocol/request.ts';
import type { SearchAnswer } from '../protocol/wire.ts';
import type { EncodedAnswer } from './engine.ts';

export interface ToWorker {
  id: number;
  request: SearchRequest;
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'unusable'; reason: string }
  | { kind: 'answer'; id: number; answer: EncodedAnswer }
  | { kind: 'failed'; id: number; reason: string };

// The thread's whole life: open the file, say so, answer one request after the other.
const { file } = z.object({ file: z.string() }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread');
const post = (message: FromWorker) => port.postMessage(message);

try {
  const answer = openSearchFile(file).within(() => true);
  port.on('message', ({ id, request }: ToWorker) => {
    try {
      post({ kind: 'answer', id, answer: encoded(answer(request)) });
    } catch (error) {
      post({ kind: 'failed', id, reason: reasonOf(error) });
    }
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'unusable', reason: reasonOf(error) });
}

function encoded(answer: SearchAnswer): EncodedAnswer {
  const { query, nbHits, page, queryID, hits } = answer;
  const counted = { json: JSON.stringify(answer), query, nbHits, page };
  if (queryID === undefined) return { ...counted, objectIDs: [] };
  return { ...counted, queryID, objectIDs: hits.map(({ objectID }) => objectID) };
}
