import { expect, test } from 'vitest';
import { check } from '../../testing/manual.ts';
import { tableHeads } from './table-heads.ts';

test('a table with a column that has no head is reported', async () => {
  const table = (head: string) => `| ${head} | Pause |\n|---|---|\n| Data | Kept |`;
  expect(await check(tableHeads, `${table('')}\n\n${table('Aspect')}`)).toHaveLength(1);
});
