import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('what spreadsheets would run is text, and what they would cut is quoted', () => {
  const rows = [
    ['=HYPERLINK("x")', 3, null],
    ['@a', -1, 'two\nlines, "quoted"'],
  ];
  expect(csvText(['query', 'count', 'note'], rows)).toBe(
    '\uFEFFquery,count,note\r\n"\'=HYPERLINK(""x"")",3,\r\n\'@a,-1,"two\nlines, ""quoted"""\r\n',
  );
});
