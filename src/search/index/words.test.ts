import { expect, test } from 'vitest';
import { findCompounds, findSymbols, listOtherSpellings, splitWords } from './words.ts';

const listForms = (text: string) => splitWords(text).map((word) => word.form);

test('ignores case and accents', () => {
  expect(listForms('Iniciar SESIÓN, ÅNGSTRÖM')).toEqual(['iniciar', 'sesion', 'angstrom']);
  expect(listForms('ﬁnal')).toEqual(['final']);
});

test('knows the position of each word', () => {
  const text = 'é → app_uid';
  expect(splitWords(text).map((word) => text.slice(word.start, word.end))).toEqual(['é', 'app', 'uid']);
});

test('splits a script without spaces into characters', () => {
  expect(listForms('流程变量 x')).toEqual(['流', '程', '变', '量', 'x']);
});

test('adds identifiers by their parts and without punctuation', () => {
  expect(listOtherSpellings('XMLNewCase()')).toEqual(['xml', 'new', 'case']);
  expect(listOtherSpellings('/case/{app_uid}/variables')).toEqual(['caseappuidvariables', 'appuid']);
  expect(listOtherSpellings('a Sub-Process')).toEqual(['subprocess']);
});

test('knows the position of a compound', () => {
  const text = 'see GET /case/{app_uid}/variables.';
  expect(findCompounds(text).map((compound) => text.slice(compound.start, compound.end))).toEqual([
    'case/{app_uid}/variables',
  ]);
});

test('finds operators and prefixes', () => {
  expect(findSymbols('@@USER_LOGGED => x')).toHaveLength(2);
  expect(findSymbols('plain text, nothing else.')).toEqual([]);
});
