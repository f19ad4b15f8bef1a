import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { phpLint, phpSamples } from './php.ts';

const writeFence = (code: string) => `\`\`\`php\n${code}\n\`\`\``;
const find = (code: string) => check(phpSamples, writeFence(code));

test.each([
  '@@name = PMFGetTaskName(@@TASK);',
  "@#total = array_sum(array_column(@=items, 'lineTotal'));",
  "G::SendMessageText('Saved', 'INFO');",
  '<?php\nfunction own($a) { return $a; }\necho own(1);',
])('%s is right', async (code) => {
  expect(await find(code)).toEqual([]);
});

test('a wrong number of arguments is named with the right one', async () => {
  expect(await find('$x = 1;\nPMFCancelCase();')).toMatchObject([
    { line: FIRST_LINE + 2, message: '`PMFCancelCase()` takes 1 to 3 arguments, here are 0.' },
  ]);
});

test('names an undocumented function and the one that was probably meant', async () => {
  expect(await find('PMFNewCas(1);')).toMatchObject([
    { message: expect.stringContaining('Did you mean "PMFNewCase"?') },
  ]);
  expect(await find('G::SendMessage(1);')).toMatchObject([
    { message: expect.stringContaining('SendMessageText') },
  ]);
});

test("code that doesn't parse is named at its line", async () => {
  expect(await find('$a = 1;\n$b = ;')).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining("isn't valid PHP") },
  ]);
});

test('PHP itself agrees', { tags: 'php' }, async () => {
  expect(await check(phpLint, writeFence('@@a = @#b + 1;'))).toEqual([]);
  expect(await check(phpLint, writeFence('$a = 1;\n$b = ;'))).toMatchObject([{ line: FIRST_LINE + 2 }]);
});
