import { expect, test } from 'vitest';
import { runJobs } from './pool.ts';

test('a job that never ends is told of, and all others are done', async () => {
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (job) => {
      while (job === 3);
      parentPort.postMessage({ result: job });
    });`;
  const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const results: (number | string)[] = [];
  await runJobs<object, number, number | string>(
    { script, setup: {}, size: 1 },
    [1, 2, 3, 4, 5],
    5,
    (result) => results.push(result),
    { afterMs: 2000, answer: (job) => `endless ${job}` },
  );
  expect(results.toSorted()).toEqual([1, 2, 4, 5, 'endless 3']);
});
