import { expect, test } from 'vitest';
import type { Table } from '../definition.ts';
import { runSelect } from './run-select.ts';

const tables: Table[] = [
  {
    name: 'PMT_SUPPLIER',
    columns: ['CODE', 'NAME', 'COUNTRY_CODE'],
    rows: [
      ['SUP-014', 'Columbia Tool Supply', 'US'],
      ['SUP-011', 'Cedar Metrology', 'US'],
      ['SUP-020', 'Metales del Norte', 'MX'],
    ],
  },
  {
    name: 'PMT_COUNTRY',
    columns: ['CODE', 'NAME'],
    rows: [
      ['US', 'United States'],
      ['MX', 'Mexico'],
    ],
  },
  {
    name: 'stock',
    columns: ['product_code', 'on_hand'],
    rows: [
      ['CAL-150', '25'],
      ['CAL-150', '15'],
    ],
  },
];

test.each([
  [
    'SELECT CODE, NAME FROM PMT_SUPPLIER WHERE COUNTRY_CODE = "US" ORDER BY NAME',
    [
      ['SUP-011', 'Cedar Metrology'],
      ['SUP-014', 'Columbia Tool Supply'],
    ],
  ],
  [
    `SELECT CONCAT(S.NAME, ', ', C.NAME) FROM PMT_SUPPLIER S JOIN PMT_COUNTRY C ON C.CODE = S.COUNTRY_CODE WHERE S.CODE = 'SUP-020'`,
    [['Metales del Norte, Mexico']],
  ],
  ['SELECT SUM(on_hand) FROM stock WHERE product_code = "CAL-150"', [['40']]],
  ['SELECT SUM(on_hand) FROM stock WHERE product_code = ""', [['']]],
  ['SELECT COALESCE(SUM(on_hand), 0) FROM stock WHERE product_code = ""', [['0']]],
  ['SELECT DISTINCT COUNTRY_CODE FROM PMT_SUPPLIER ORDER BY COUNTRY_CODE DESC LIMIT 1', [['US']]],
  [
    'SELECT CODE FROM PMT_SUPPLIER WHERE (NAME LIKE "c%" AND NOT CODE = "SUP-014") OR CODE IN ("SUP-020")',
    [['SUP-011'], ['SUP-020']],
  ],
])('%s', (sql, rows) => {
  expect(runSelect(sql, tables)).toEqual(rows);
});

test.each([
  ['SELECT CODE FROM PMT_ORDER', 'There is no table PMT_ORDER.'],
  ['SELECT PRICE FROM PMT_SUPPLIER', 'There is no column PRICE.'],
  ['SELECT SOUNDEX(NAME) FROM PMT_SUPPLIER', 'the function SOUNDEX'],
  ['DELETE FROM PMT_SUPPLIER', 'SELECT is missing'],
  ['SELECT CODE FROM PMT_SUPPLIER GROUP BY CODE', '"BY"'],
])('%s is refused with a reason', (sql, reason) => {
  expect(() => runSelect(sql, tables)).toThrow(reason);
});
