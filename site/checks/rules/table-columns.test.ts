import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { tableColumns } from './table-columns.ts';

test('a table whose columns have headings is right', async () => {
  expect(await check(tableColumns, '| Aspect | `saveForm` |\n|---|---|\n| Validates | |\n')).toEqual([]);
});

test('a column without a heading is named with its place', async () => {
  expect(await check(tableColumns, 'Text.\n\n| | Cancel |\n|---|---|\n| Final | Yes |\n')).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining('Column 1 ') },
  ]);
});
