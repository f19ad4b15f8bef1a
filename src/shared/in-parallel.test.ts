import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

const after = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
};

test('results come in the order of the items, and never more than so many are at work', async () => {
  let working = 0;
  let most = 0;
  const doubled = await inParallel([5, 1, 4, 2, 3], 2, async (turns) => {
    most = Math.max(most, ++working);
    await after(turns);
    working--;
    return 2 * turns;
  });
  expect(doubled).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
  expect(await inParallel([], 2, async () => 1)).toEqual([]);
});

test('once one has failed no other is begun, and those at work have ended', async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const work = inParallel(['long', 'bad', 'next'], 2, async (name) => {
    begun.push(name);
    if (name === 'bad') throw new Error(name);
    await after(20);
    ended.push(name);
  });
  await expect(work).rejects.toThrow('bad');
  expect([begun, ended]).toEqual([['long', 'bad'], ['long']]);
});
