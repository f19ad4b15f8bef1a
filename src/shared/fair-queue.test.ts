import { expect, test } from 'vitest';
import { createFairQueue, type Requester, siteRequester } from './fair-queue.ts';

const createUnknownRequester = (key: string): Requester => ({ key, isKnown: false });
const createKnownRequester = (key: string): Requester => ({ key, isKnown: true });

/** A queue that runs one task at a time. `finish` ends running tasks, and `order` has the names of started tasks. */
function startQueue(waitingMax: number) {
  const order: string[] = [];
  const running: (() => void)[] = [];
  const queue = createFairQueue({ concurrency: 1, waiting: waitingMax });
  return {
    order,
    add: (requester: Requester, name: string) =>
      queue(requester, async () => {
        order.push(name);
        await new Promise<void>((resolve) => running.push(resolve));
        return name;
      }),
    async finish(times: number) {
      for (let n = 0; n < times; n++) {
        running.shift()?.();
        // The next task starts after the promises of the last one have settled.
        await new Promise(setImmediate);
      }
    },
  };
}

test('requesters take turns', async () => {
  const { add, finish, order } = startQueue(10);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
    add(createUnknownRequester(name.charAt(0)), name),
  );
  await finish(6);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('known requesters come first', async () => {
  const { add, finish, order } = startQueue(10);
  const all = [
    add(createUnknownRequester('a'), 'a1'),
    add(createUnknownRequester('b'), 'b1'),
    add(createKnownRequester('c'), 'c1'),
    add(siteRequester, 'site'),
  ];
  await finish(4);
  expect(order).toEqual(['a1', 'c1', 'site', 'b1']);
  await Promise.all(all);
});

test('a full queue turns away the newest task of the requester with the most', async () => {
  const { add, finish, order } = startQueue(4);
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add(createUnknownRequester('a'), name));
  const lateRequests = [add(createUnknownRequester('b'), 'b1'), add(createKnownRequester('c'), 'c1')];
  // A requester doesn't make room by displacing its own tasks.
  expect(await flood[5]).toBe('busy');
  expect([await flood[4], await flood[3]]).toEqual(['busy', 'busy']);
  await finish(5);
  expect(order).toEqual(['a1', 'c1', 'a2', 'b1', 'a3']);
  expect(await Promise.all(lateRequests)).toEqual(['b1', 'c1']);
});

test('unknown requesters never push out known ones', async () => {
  const { add, finish, order } = startQueue(2);
  const all = [
    add(createKnownRequester('a'), 'a1'),
    add(createKnownRequester('a'), 'a2'),
    add(createKnownRequester('a'), 'a3'),
  ];
  expect(await add(createUnknownRequester('b'), 'b1')).toBe('busy');
  await finish(3);
  expect(order).toEqual(['a1', 'a2', 'a3']);
  await Promise.all(all);
});

test('a failed task makes room for the next', async () => {
  const queue = createFairQueue({ concurrency: 1, waiting: 1 });
  const failingWork = queue(siteRequester, async () => {
    throw new Error('broken');
  });
  const next = queue(siteRequester, async () => 'done');
  await expect(failingWork).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
