import { expect, test } from 'vitest';
import { fairQueue, ownTurn, type Turn } from './fair-queue.ts';

const stranger = (whose: string): Turn => ({ whose, known: false });
const friend = (whose: string): Turn => ({ whose, known: true });

/** One at a time; each is done when `finish` is called, and `order` says who began. */
function stage(waiting: number) {
  const order: string[] = [];
  const under: (() => void)[] = [];
  const queue = fairQueue({ concurrency: 1, waiting });
  return {
    order,
    come: (turn: Turn, name: string) =>
      queue(turn, async () => {
        order.push(name);
        await new Promise<void>((resolve) => under.push(resolve));
        return name;
      }),
    async finish(times: number) {
      for (let n = 0; n < times; n++) {
        under.shift()?.();
        // The next one begins after the promises of the last have been settled.
        await new Promise(setImmediate);
      }
    },
  };
}

test('those who ask take turns', async () => {
  const { come, finish, order } = stage(10);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => come(stranger(name.charAt(0)), name));
  await finish(6);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('who is known comes before strangers', async () => {
  const { come, finish, order } = stage(10);
  const all = [
    come(stranger('a'), 'a1'),
    come(stranger('b'), 'b1'),
    come(friend('c'), 'c1'),
    come(ownTurn, 'site'),
  ];
  await finish(4);
  expect(order).toEqual(['a1', 'c1', 'site', 'b1']);
  await Promise.all(all);
});

test('a full queue turns away the newest of whoever has the most in it', async () => {
  const { come, finish, order } = stage(4);
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => come(stranger('a'), name));
  const late = [come(stranger('b'), 'b1'), come(friend('c'), 'c1')];
  // Of its own flood nobody makes room.
  expect(await flood[5]).toBe('busy');
  expect([await flood[4], await flood[3]]).toEqual(['busy', 'busy']);
  await finish(5);
  expect(order).toEqual(['a1', 'c1', 'a2', 'b1', 'a3']);
  expect(await Promise.all(late)).toEqual(['b1', 'c1']);
});

test('strangers never push out who is known', async () => {
  const { come, finish, order } = stage(2);
  const all = [come(friend('a'), 'a1'), come(friend('a'), 'a2'), come(friend('a'), 'a3')];
  expect(await come(stranger('b'), 'b1')).toBe('busy');
  await finish(3);
  expect(order).toEqual(['a1', 'a2', 'a3']);
  await Promise.all(all);
});

test('one that fails gives its place on', async () => {
  const queue = fairQueue({ concurrency: 1, waiting: 1 });
  const failing = queue(ownTurn, async () => {
    throw new Error('broken');
  });
  const next = queue(ownTurn, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
