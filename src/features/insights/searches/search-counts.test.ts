import { describe, expect, test } from 'vitest';
import { listBothStores } from '../../../../testing/both-stores.ts';
import { openCounts } from './search-counts.ts';

describe.each(listBothStores())('search counts in %s', (_name, environment) => {
  test('are added up by day and query', async () => {
    const counts = await openCounts(await environment());
    const search = (day: string, query: string, hits: number) => ({ day, query, hits });
    await counts.add(
      [
        search('2026-01-01', 'Zebra', 3),
        search('2026-01-02', 'dropdown', 2),
        search('2026-01-02', 'dropdown', 4),
        search('2026-01-03', 'banana', 0),
        search('2026-01-03', 'zebra', 1),
        search('2026-01-03', 'nul \0 ü 流程', 1),
      ],
      [{ day: '2026-01-02', query: 'dropdown', opened: '/docs/forms/dropdown' }],
    );
    await counts.add([search('2026-01-03', 'dropdown', 5)], []);
    const report = await counts.report('2026-01-02', 3);
    expect(report.searches).toBe(6);
    expect(report.frequent[0]).toEqual({ query: 'dropdown', count: 3, hits: 5, opened: 1 });
    expect(report.frequent).toHaveLength(3);
    expect(report.withoutResults).toEqual([{ query: 'banana', count: 1, hits: 0, opened: 0 }]);
    expect(report.unopened.map(({ query }) => query)).toContain('zebra');
    await counts.removeBefore('2026-01-03');
    expect((await counts.report('2026-01-01', 10)).searches).toBe(4);
    await counts.close();
  });

  test('accept the longest possible query', async () => {
    const counts = await openCounts(await environment());
    const longestId = 800;
    // Nothing that could be made smaller.
    const createNoise = (length: number) =>
      Array.from({ length }, (_, index) => String.fromCharCode(0x4e00 + ((index * 7_919) % 20_000))).join('');
    const queryKey = { day: '2026-01-01', query: createNoise(64) };
    await counts.add([{ ...queryKey, hits: 1 }], [{ ...queryKey, opened: createNoise(longestId) }]);
    expect((await counts.report('2026-01-01', 1)).frequent).toMatchObject([
      { query: queryKey.query, opened: 1 },
    ]);
    await counts.close();
  });

  test('include the searches of every process', async () => {
    const where = await environment();
    const processes = await Promise.all([openCounts(where), openCounts(where), openCounts(where)]);
    const words = ['one', 'two', 'three', 'four'].map((query) => ({ day: '2026-01-01', query, hits: 1 }));
    await Promise.all(
      processes.flatMap((counts) => [counts.add(words, []), counts.add(words.toReversed(), [])]),
    );
    const [first] = processes;
    expect((await first?.report('2026-01-01', 10))?.frequent.map(({ count }) => count)).toEqual([6, 6, 6, 6]);
    await Promise.all(processes.map((counts) => counts.close()));
  });
});
