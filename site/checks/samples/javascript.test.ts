import { expect, test } from 'vitest';
import { check, FIRST_LINE } from '../../testing/manual.ts';
import { javaScriptSamples } from './javascript.ts';

const find = (code: string, title = '') => check(javaScriptSamples, `\`\`\`js${title}\n${code}\n\`\`\``);

test.each([
  '$("#city").setValue("PDX").setLabel("City");',
  '$("#city").getControl().css("color", "red").slideUp();',
  'getFieldById("city").setFocus();',
  'getFormById("x").project.flashMessage({ message: "Saved" });',
  'const user = PMDynaform.getUserInfo();',
  'const response = await fetch("https://example.com"); await response.json();',
])('%s uses documented members only', async (code) => {
  expect(await find(code)).toEqual([]);
});

test('names an undocumented member and the one that was probably meant', async () => {
  expect(await find('var a = 1;\n$("#city").setvalue("PDX");')).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining('Did you mean "setValue"?') },
  ]);
  expect(await find('PMDynaform.getToken();')).toHaveLength(1);
});

test("code that doesn't parse is named at its line, a signature isn't code", async () => {
  expect(await find('var a = 1;\nvar = 2;')).toMatchObject([{ line: FIRST_LINE + 2 }]);
  expect(await find('$("#id").x(a, b?)', ' title="Signature"')).toEqual([]);
});
