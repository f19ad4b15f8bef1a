import { expect, test } from 'vitest';
import { compoundsOf, otherSpellings, symbolsOf, wordsOf } from './words.ts';

const forms = (text: string) => wordsOf(text).map((word) => word.form);

test('words are looked up without case and accents', () => {
  expect(forms('Iniciar SESIÓN, ÅNGSTRÖM')).toEqual(['iniciar', 'sesion', 'angstrom']);
  expect(forms('ﬁnal')).toEqual(['final']);
});

test('a word keeps its place in the text', () => {
  const text = 'é → app_uid';
  expect(wordsOf(text).map((word) => text.slice(word.start, word.end))).toEqual(['é', 'app', 'uid']);
});

test('a script without blanks is taken character by character', () => {
  expect(forms('流程变量 x')).toEqual(['流', '程', '变', '量', 'x']);
});

test('identifiers are also known by their parts and without their punctuation', () => {
  expect(otherSpellings('XMLNewCase()')).toEqual(['xml', 'new', 'case']);
  expect(otherSpellings('/case/{app_uid}/variables')).toEqual(['caseappuidvariables', 'appuid']);
  expect(otherSpellings('a Sub-Process')).toEqual(['subprocess']);
});

test('a compound knows where it stands', () => {
  const text = 'see GET /case/{app_uid}/variables.';
  expect(compoundsOf(text).map((compound) => text.slice(compound.start, compound.end))).toEqual([
    'case/{app_uid}/variables',
  ]);
});

test('operators and prefixes can be looked for', () => {
  expect(symbolsOf('@@USER_LOGGED => x')).toHaveLength(2);
  expect(symbolsOf('plain text, nothing else.')).toEqual([]);
});
