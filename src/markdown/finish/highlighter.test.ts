import { expect, test } from 'vitest';
import { Highlighter } from './highlighter.ts';

test('what a block looks like does not depend on the languages that were met before it', async () => {
  const code = '$rows = executeQuery("SELECT * FROM USERS WHERE ID = 5");';
  const before = await new Highlighter().highlight(code, 'php');
  await new Highlighter().highlight('SELECT 1', 'sql');
  expect(await new Highlighter().highlight(code, 'php')).toEqual(before);
  expect(before.join()).toContain('<span class="tk-keyword">SELECT');
});
