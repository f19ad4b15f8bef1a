import { expect, test } from 'vitest';
import { parseJavaScriptData } from '../../src/reference/javascript/members.ts';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { dataText } from '../../testing/compile-with-data.ts';
import { checkJavaScriptSamples, formMembers } from './javascript.ts';

const members = formMembers(parseJavaScriptData(dataText('docs/_data/javascript-members.json')));
const check = (code: string, title = '') =>
  checkJavaScriptSamples(article(`\`\`\`js${title}\n${code}\n\`\`\``), members);

test.each([
  '$("#city").setValue("PDX").setLabel("City");',
  '$("#city").getControl().css("color", "red").slideUp();',
  'getFieldById("city").setFocus();',
  'getFormById("x").project.flashMessage({ message: "Saved" });',
  'const user = PMDynaform.getUserInfo();',
  'const response = await fetch("https://example.com"); await response.json();',
])('%s uses documented members only', (code) => {
  expect(check(code)).toEqual([]);
});

test('a member that nobody documents is named with the near one', () => {
  expect(check('var a = 1;\n$("#city").setvalue("PDX");')).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining('Did you mean "setValue"?') },
  ]);
  expect(check('PMDynaform.getToken();')).toHaveLength(1);
});

test('code that does not parse is named at its line, a signature is not code', () => {
  expect(check('var a = 1;\nvar = 2;')).toMatchObject([{ line: FIRST_LINE + 2 }]);
  expect(check('$("#id").x(a, b?)', ' title="Signature"')).toEqual([]);
});
