import { expect, test } from 'vitest';
import { parsePhpData } from '../../src/reference/php/functions.ts';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { dataText } from '../../testing/compile-with-data.ts';
import { checkPhpSamples, hasPhp, lintWithPhp, phpFunctions } from './php.ts';

const functions = phpFunctions(parsePhpData(dataText('docs/_data/php-functions.json')));
const fenced = (code: string) => article(`\`\`\`php\n${code}\n\`\`\``);
const check = (code: string) => checkPhpSamples(fenced(code), functions);

test.each([
  '@@name = PMFGetTaskName(@@TASK);',
  "@#total = array_sum(array_column(@=items, 'lineTotal'));",
  "G::SendMessageText('Saved', 'INFO');",
  '<?php\nfunction own($a) { return $a; }\necho own(1);',
])('%s is right', (code) => {
  expect(check(code)).toEqual([]);
});

test('a wrong number of arguments is named with the right one', () => {
  expect(check('$x = 1;\nPMFCancelCase();')).toMatchObject([
    { line: FIRST_LINE + 2, message: '`PMFCancelCase()` takes 1 to 3 arguments, here are 0.' },
  ]);
});

test('a function that nobody documents is named with the near one', () => {
  expect(check('PMFNewCas(1);')).toMatchObject([
    { message: expect.stringContaining('Did you mean "PMFNewCase"?') },
  ]);
  expect(check('G::SendMessage(1);')).toMatchObject([
    { message: expect.stringContaining('SendMessageText') },
  ]);
});

test('code that does not parse is named at its line', () => {
  expect(check('$a = 1;\n$b = ;')).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining('no PHP') },
  ]);
});

test('PHP itself agrees, where it is installed', () => {
  if (!hasPhp()) return console.warn('PHP is not installed: its own syntax check is not tested.');
  expect(lintWithPhp(fenced('@@a = @#b + 1;'))).toEqual([]);
  expect(lintWithPhp(fenced('$a = 1;\n$b = ;'))).toMatchObject([{ line: FIRST_LINE + 2 }]);
});
