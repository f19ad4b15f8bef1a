import { expect, test } from 'vitest';
import { findCompounds, findSymbols, listOtherSpellings, splitWords } from './words.ts';

const listForms = (text: string) => splitWords(text).map((word) => word.form);

test('ignores case and accents', () => {
  expect(listForms('Iniciar SESIÓN, ÅNGSTRÖM')).toEqual(['iniciar', 'sesion', 'angstrom']);
  expect(listForms('ﬁnal')).toEqual(['final']);
});

test.each([
  ['a soft hyphen', 'Zahlungs\u00adbeleg', 'Zahlungsbeleg'],
  ['a break without a width', 'very\u200bLongName', 'veryLongName'],
  ['a mark of direction', '\u200eCRM\u200f-\u200eAPI', 'CRM-API'],
  ['a join of letters in Sinhala', 'ක්\u200dෂණ', 'ක්ෂණ'],
  ['digits of Hindi', '१२३', '123'],
  ['digits of Thai', 'ข้อ ๑๒', 'ข้อ 12'],
  ['digits of Arabic and Persian', '٤٥ ۴۵', '45 45'],
  ['an apostrophe that is a letter', 'обʼєкт ʻokina', "об'єкт 'okina"],
  ['the long l of Catalan', 'COL·LECCIÓ paraŀlel', 'collecció parallel'],
  ['the alef of the Quran', 'ٱلكتاب', 'الكتاب'],
  ['the he of Urdu and Kurdish', 'ہوا ھوا ەوا', 'هوا هوا هوا'],
  ['open vowels of West Africa', 'ɛkɔ', 'eko'],
])('knows words with %s by another spelling', (_letters, text, query) => {
  expect(listForms(text)).toEqual(listForms(query));
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
