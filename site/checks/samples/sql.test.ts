import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { sqlSamples } from './sql.ts';

const find = (body: string) => check(sqlSamples, body);

test.each([
  'SELECT CODE, NAME FROM PMT_COST_CENTER ORDER BY NAME',
  'SELECT NAME FROM PMT_STATE WHERE COUNTRY_CODE = @@country',
  "SELECT NAME FROM PMT_CITY WHERE NAME LIKE '%@#city%' LIMIT 10",
  "INSERT INTO PMT_COUNTRY (CODE, NAME) VALUES ('US', 'United States');\nDELETE FROM PMT_COUNTRY",
])('%s runs on the tables of the story', async (sql) => {
  expect(await find(`\`\`\`sql\n${sql}\n\`\`\``)).toEqual([]);
});

test("a column that the story doesn't have is named at its line", async () => {
  expect(await find('```sql\nSELECT NAMES\nFROM PMT_COUNTRY\n```')).toMatchObject([
    { line: FIRST_LINE + 1, message: expect.stringContaining('no such column: NAMES') },
  ]);
});

test('a statement inside of PHP is checked too', async () => {
  const php = '```php\n$rows = executeQuery("SELEC NAME FROM PMT_COUNTRY");\n```';
  expect(await find(php)).toMatchObject([
    { line: FIRST_LINE + 1, message: expect.stringContaining('syntax error') },
  ]);
});
