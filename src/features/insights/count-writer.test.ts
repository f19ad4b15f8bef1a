import { expect, test } from 'vitest';
import { StoreError } from '../../storage/store-error.ts';
import { createCountWriter } from './count-writer.ts';

interface Row {
  name: string;
  count: number;
}

const unavailableError = new StoreError('store-unavailable', 'gone');

function setUp(options: { joins?: boolean; waitingMax?: number } = {}) {
  const slices: Row[][] = [];
  const deletions: string[] = [];
  const errors: unknown[] = [];
  const clock = { now: Date.UTC(2026, 5, 1) };
  const store = { error: undefined as Error | undefined, add: async () => {} };
  const writer = createCountWriter<Row>({
    counts: {
      add: async (rows) => {
        await store.add();
        if (store.error) throw store.error;
        slices.push([...rows]);
      },
      removeBefore: async (day) => void deletions.push(day),
    },
    everyMs: 3_600_000,
    waitingMax: options.waitingMax ?? 1_000,
    ...(options.joins && {
      joining: {
        getKey: ({ name }: Row) => name,
        join: (first: Row, second: Row) => ({ ...first, count: first.count + second.count }),
      },
    }),
    now: () => clock.now,
    onError: (error) => errors.push(error),
  });
  const add = (...names: string[]) => {
    for (const name of names) writer.add({ name, count: 1 });
  };
  const listNames = () => slices.flat().map(({ name }) => name);
  return { writer, add, slices, listNames, deletions, errors, clock, store };
}

test('writes all rows in their order, in slices', async () => {
  const { writer, add, slices, listNames } = setUp();
  const names = Array.from({ length: 450 }, (_, n) => `page ${n}`);
  add(...names);
  await writer.flush();
  expect(listNames()).toEqual(names);
  expect(slices.map(({ length }) => length)).toEqual([200, 200, 50]);
  await writer.close();
});

test('writes one row twice that was added twice', async () => {
  const { writer, listNames } = setUp();
  const row = { name: 'a', count: 1 };
  writer.add(row);
  writer.add(row);
  await writer.close();
  expect(listNames()).toEqual(['a', 'a']);
});

test("joins rows while they wait, also those that couldn't be written", async () => {
  const { writer, add, slices, store, errors } = setUp({ joins: true });
  add('a', 'b', 'a');
  store.error = unavailableError;
  await writer.flush();
  add('b', 'c');
  store.error = undefined;
  await writer.close();
  expect(errors).toEqual([unavailableError]);
  expect(slices).toEqual([
    [
      { name: 'a', count: 2 },
      { name: 'b', count: 2 },
      { name: 'c', count: 1 },
    ],
  ]);
});

test('keeps the newest rows while the store is unavailable', async () => {
  const { writer, add, listNames, store } = setUp({ waitingMax: 3 });
  store.error = unavailableError;
  add('a', 'b');
  await writer.flush();
  add('c', 'd');
  await writer.flush();
  store.error = undefined;
  await writer.close();
  expect(listNames()).toEqual(['b', 'c', 'd']);
});

test('drops rows that the store rejects for another reason, and continues', async () => {
  const { writer, add, listNames, store, errors } = setUp();
  store.error = new Error('a bug');
  add('a');
  await writer.flush();
  store.error = undefined;
  add('b');
  await writer.close();
  expect(errors).toHaveLength(1);
  expect(listNames()).toEqual(['b']);
});

test('writes rows that are added during a write before flush resolves', async () => {
  const { writer, add, listNames, store } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.add = () => promise;
  add('a');
  const first = writer.flush();
  add('b');
  const second = writer.flush();
  resolve();
  await second;
  expect(listNames()).toEqual(['a', 'b']);
  await first;
  await writer.close();
});

test('tries again, once for all flushes during a write that fails', async () => {
  const { writer, add, store, errors } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.add = () => promise;
  store.error = unavailableError;
  add('a');
  const flushes = Array.from({ length: 5 }, () => writer.flush());
  resolve();
  await Promise.all(flushes);
  expect(errors).toEqual([unavailableError, unavailableError]);
  await writer.close();
});

test('deletes days before the last 90, once a day', async () => {
  const { writer, deletions, clock } = setUp();
  await writer.flush();
  await writer.flush();
  clock.now += 86_400_000;
  await writer.close();
  expect(deletions).toEqual(['2026-03-03', '2026-03-04']);
});
