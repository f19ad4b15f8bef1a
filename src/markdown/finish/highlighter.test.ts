import { expect, test } from 'vitest';
import { highlight as highlightSample } from './highlighter.ts';

const highlight = (code: string, language: string) => highlightSample({ code, language });

test('highlights a block independently of the languages used before it', async () => {
  const code = '$rows = executeQuery("SELECT * FROM USERS WHERE ID = 5");';
  const before = await highlight(code, 'php');
  await highlight('SELECT 1', 'sql');
  expect(await highlight(code, 'php')).toEqual(before);
  expect(before.join()).toContain('<span class="tk-keyword">SELECT');
});

test('highlights a repeated line by its new context', async () => {
  const open = await highlight('/*\nconst a = 1;\n*/\nconst a = 1;', 'js');
  expect(open[1]).toBe('<span class="tk-comment">const a = 1;</span>');
  expect(open[3]).toContain('<span class="tk-keyword">const </span>');
  expect(await highlight('const a = 1;\n/*\nconst a = 1;', 'js')).toEqual([open[3], open[0], open[1]]);
});
