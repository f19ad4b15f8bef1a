import { expect, test } from 'vitest';
import { parseCsv, writeCsv } from './csv.ts';

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫1',
  '−1',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0＝1',
  '\u3000＝1',
  '\u200b=1',
  '\u202e=1',
  '=HYPERLINK("https://elsewhere.example";"x")',
];

test.each(formulas)('the cell %j is text for a spreadsheet, and is read back as it was', (cell) => {
  const header = ['name', 'email'];
  const text = writeCsv([header, [cell, 'rosa@example.com']]);
  expect(text.slice(writeCsv([header]).length)).toMatch(/^"'/);
  // Lines in a cell end like the lines of the file.
  expect(parseCsv(text)[1]?.cells[0]).toBe(cell.replaceAll('\r', '\n'));
});

test.each(['Rosa;=1+1', 'Rosa\t=1+1', 'Rosa|=1+1', 'Rosa,=1+1'])(
  'the text %j stays in one cell, whatever separator a program expects',
  (cell) => {
    expect(writeCsv([[cell]])).toBe(`\u{FEFF}"${cell}"\r\n`);
  },
);

test('leaves other cells unchanged', () => {
  const cells = ['Rosa', 'a=b', '1+1', '', 'Núñez', "O'Hara"];
  expect(writeCsv([cells])).toBe(`\u{FEFF}${cells.join(',')}\r\n`);
});

test('reads no more rows than it may', () => {
  const rows = parseCsv('a\nb\n\nc\n"never closed\n', { rowsMax: 3 });
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [4, 'c'],
  ]);
});

test.each(['\n', ',\n', ';;\r\n', ' \t\n'])('leaves out all empty rows at the end (%j)', (row) => {
  expect(parseCsv(`a,\nb,${row}${row.repeat(500_000)}`).map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});
