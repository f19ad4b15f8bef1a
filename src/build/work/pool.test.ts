import { expect, test } from 'vitest';
import { runJobs } from './pool.ts';

const createScript = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId } from 'node:worker_threads';\n${code}`)}`,
  );

test('reports a job that never ends, uses all memory or ends its thread, and does all others', async () => {
  const script = createScript(`parentPort.on('message', ({ job }) => {
    while (job === 3);
    if (job === 4) throw Object.assign(new Error('memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    if (job === 5) process.exit(3);
    if (job !== undefined) parentPort.postMessage({ result: job });
  });`);
  const results: (number | string)[] = [];
  await runJobs<object, number, number | string>(
    { script, loads: '', setup: {}, size: 1 },
    [1, 2, 3, 4, 5, 6],
    6,
    (result) => results.push(result),
    { cpuMs: 500, silentMs: 60_000, answer: (job) => `endless ${job}` },
  );
  expect(results.toSorted()).toEqual([1, 2, 6, 'endless 3', 'endless 4', 'endless 5']);
});

test('reuses a thread for the next build with a new setup, unless that loads other code', async () => {
  const script = createScript(`let begun;
    parentPort.on('message', ({ setup, job }) => {
      if (job === undefined) begun = setup;
      else parentPort.postMessage({ result: [threadId, begun, job] });
    });`);
  const build = async (setup: string, loads: string) => {
    const results: [thread: number, setup: string, job: string][] = [];
    await runJobs({ script, loads, setup, size: 2 }, ['a job'], 1, (result: (typeof results)[number]) =>
      results.push(result),
    );
    return results[0];
  };
  const first = await build('one', 'code');
  expect(first).toEqual([expect.any(Number), 'one', 'a job']);
  expect(await build('two', 'code')).toEqual([first?.[0], 'two', 'a job']);
  const third = await build('three', 'other code');
  expect(third?.slice(1)).toEqual(['three', 'a job']);
  expect(third?.[0]).not.toBe(first?.[0]);
});

test('keeps all threads only for jobs that follow soon', async () => {
  const script = createScript(`parentPort.on('message', ({ job }) => {
    if (job !== undefined) parentPort.postMessage({ result: threadId });
  });`);
  const run = async (keepsWorkers: boolean, size = 2) => {
    const threads = new Set<number>();
    const pool = { script, loads: '', setup: {}, size, jobsPerWorker: 1, keepsWorkers };
    await runJobs(pool, [1, 2, 3, 4], 4, (thread: number) => threads.add(thread));
    return [...threads].toSorted((one, other) => one - other);
  };
  const first = await run(true);
  expect(first).toHaveLength(2);
  expect(await run(true)).toEqual(first);
  // A single job in between doesn't end the others.
  const [single] = await run(true, 1);
  expect(first).toContain(single);
  expect(await run(false)).toEqual(first);
  const next = await run(false);
  expect(next.filter((thread) => first.includes(thread))).toEqual([]);
});

test('reuses a thread for other bundles, but not for any number of them', async () => {
  const script = createScript(`parentPort.on('message', ({ job }) => {
    if (job !== undefined) parentPort.postMessage({ result: threadId });
  });`);
  const threads: number[] = [];
  for (const bundle of [undefined, ...'abcdefgha', undefined, 'i', 'b', 'i'])
    await runJobs(
      { script, loads: '', bundle, setup: {}, size: 1 },
      ['a job'],
      1,
      (thread: (typeof threads)[number]) => threads.push(thread),
    );
  const first = threads.slice(0, 11);
  expect(new Set(first).size).toBe(1);
  const laterThreads = threads.slice(11);
  expect(new Set(laterThreads).size).toBe(1);
  expect(laterThreads[0]).not.toBe(first[0]);
});

test("doesn't reuse a thread that failed", async () => {
  const script = createScript(`parentPort.on('message', ({ job }) => {
    if (job === 'bad') parentPort.postMessage({ failure: new Error('no') });
    else if (job !== undefined) parentPort.postMessage({ result: threadId });
  });`);
  const threads: number[] = [];
  const build = (job: string) =>
    runJobs({ script, loads: '', setup: {}, size: 1 }, [job], 1, (thread: number) => threads.push(thread));
  await build('good');
  await expect(build('bad')).rejects.toThrow('no');
  await build('good');
  expect(threads[0]).not.toBe(threads[1]);
});
