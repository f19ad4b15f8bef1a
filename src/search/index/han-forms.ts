import { readFileSync } from 'node:fs';

/**
 * Traditional and Japanese characters, each with its simplified form behind it, from the dictionaries of OpenCC
 * (Apache-2.0). `tools/han-forms.ts` writes the file.
 */
const FILE = new URL('./han-forms.txt', import.meta.url);
const han = /\p{Script=Han}/u;
let simplifiedForms: ReadonlyMap<string, string> | undefined;

function readForms(): ReadonlyMap<string, string> {
  const pairs = readFileSync(FILE, 'utf8').match(/[^\n]{2}/g) ?? [];
  return new Map(pairs.map(([character = '', form = '']) => [character, form]));
}

/**
 * A text with all Chinese characters in their simplified form, as readers of both forms search: `檔案` and `档案`. Different
 * characters may have one form, such as `發` and `髮`, but words are phrases of several characters, and few become equal.
 */
export function simplifyHan(text: string): string {
  if (!han.test(text)) return text;
  simplifiedForms ??= readForms();
  const forms = simplifiedForms;
  return text.replace(/\p{Script=Han}/gu, (character) => forms.get(character) ?? character);
}
