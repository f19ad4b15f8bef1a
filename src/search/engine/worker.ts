import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openIndexFile } from '../index/open-index.ts';
import { answer } from '../protocol/answer.ts';
import { encodeAnswer } from '../protocol/encode-answer.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

// The thread's whole life: open the file, say so, answer one request after the other.
const { file } = z.object({ file: z.string() }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread');
const post = (message: FromWorker) => port.postMessage(message);

try {
  const index = openIndexFile(file);
  port.on('message', ({ id, request }: ToWorker) => {
    try {
      post({ kind: 'answer', id, answer: encodeAnswer(answer(index, request)) });
    } catch (error) {
      post({ kind: 'failed', id, reason: reasonOf(error) });
    }
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'unusable', reason: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
