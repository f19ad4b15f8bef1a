import { expect, test } from 'vitest';
import { runInParallel } from './in-parallel.ts';

const waitForTurns = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
};

test('returns results in the order of the items, and limits how many run at a time', async () => {
  let working = 0;
  let most = 0;
  const doubledNumbers = await runInParallel([5, 1, 4, 2, 3], 2, async (turns) => {
    most = Math.max(most, ++working);
    await waitForTurns(turns);
    working--;
    return 2 * turns;
  });
  expect(doubledNumbers).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
  expect(await runInParallel([], 2, async () => 1)).toEqual([]);
});

test('starts no item after an error, and waits for the running ones', async () => {
  const startedNames: string[] = [];
  const endedNames: string[] = [];
  const work = runInParallel(['long', 'bad', 'next'], 2, async (name) => {
    startedNames.push(name);
    if (name === 'bad') throw new Error(name);
    await waitForTurns(20);
    endedNames.push(name);
  });
  await expect(work).rejects.toThrow('bad');
  expect([startedNames, endedNames]).toEqual([['long', 'bad'], ['long']]);
});
