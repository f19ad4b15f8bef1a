import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkSqlSamples, openStoryTables } from './sql.ts';

const story = readFileSync(path.resolve(import.meta.dirname, '../../docs/_data/story.json'), 'utf8');
const check = (body: string) => {
  using tables = openStoryTables(story);
  return checkSqlSamples(article(body), tables);
};

test.each([
  'SELECT CODE, NAME FROM PMT_COST_CENTER ORDER BY NAME',
  'SELECT NAME FROM PMT_STATE WHERE COUNTRY_CODE = @@country',
  "SELECT NAME FROM PMT_CITY WHERE NAME LIKE '%@#city%' LIMIT 10",
  "INSERT INTO PMT_COUNTRY (CODE, NAME) VALUES ('US', 'United States');\nDELETE FROM PMT_COUNTRY",
])('%s runs on the tables of the story', (sql) => {
  expect(check(`\`\`\`sql\n${sql}\n\`\`\``)).toEqual([]);
});

test('a column that the story does not have is named at its line', () => {
  expect(check('```sql\nSELECT NAMES\nFROM PMT_COUNTRY\n```')).toMatchObject([
    { line: FIRST_LINE + 1, message: expect.stringContaining('no such column: NAMES') },
  ]);
});

test('a statement inside of PHP is checked too', () => {
  const php = '```php\n$rows = executeQuery("SELEC NAME FROM PMT_COUNTRY");\n```';
  expect(check(php)).toMatchObject([
    { line: FIRST_LINE + 1, message: expect.stringContaining('syntax error') },
  ]);
});
