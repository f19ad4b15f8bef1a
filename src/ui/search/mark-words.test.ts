import { expect, test } from 'vitest';
import { createWordPattern, listMatchedWords } from './mark-words.ts';

test.each([
  [['A <mark>Gateway</mark> opens.'], ['Gateway']],
  [['<mark>文</mark><mark>档</mark>说明'], ['文档']],
  [
    ['<mark>get</mark>_<mark>widget</mark>', undefined, 'Read <mark>widget</mark>'],
    ['get', 'widget'],
  ],
  [
    ['<mark>R&amp;D</mark>', '<b>x</b> <mark>a</mark>'],
    ['R&D', 'a'],
  ],
  [['nothing'], []],
  [['boil<mark>Water</mark> and get<mark>User</mark><mark>Id</mark>'], ['boilWater', 'getUserId']],
  [['وال<mark>مستند</mark>'], ['والمستند']],
  [['don&#39;<mark>t</mark>, x_<mark>y</mark>'], ['t', 'y']],
  [['開<mark>文</mark>'], ['文']],
])('the words that %j shows as matched are %j', (parts, words) => {
  expect(listMatchedWords(parts)).toEqual(words);
});

test.each([
  [['Gateway', 'Gateways'], 'Gateways and a gateway', ['Gateways', 'gateway']],
  [['widg'], 'A widget, midwidget.', ['widg']],
  [['don', 't'], "Don't test the t of top.", ['Don', 't', 't']],
  [['文档'], '文档说明文和档', ['文档']],
  [['文', '文档'], '文档文', ['文档', '文']],
  [['C++', '.NET'], 'C++ and C, .NET', ['C++', '.NET']],
  [['Straße'], 'Straßen', ['Straße']],
  [['ключ'], 'Ключи и ключ', ['Ключ', 'ключ']],
  [['x'], 'x, X1, ax', ['x']],
  [['\u00e9t\u00e9'], 'e\u0301te\u0301, \u00c9t\u00e9', ['e\u0301te\u0301', '\u00c9t\u00e9']],
  [['e\u0301t'], '\u00e9t\u00e9 e\u0301t', ['\u00e9t', 'e\u0301t']],
  // Vowel signs are marks, and don't end a word.
  [['काम'], 'नाकाम काम', ['काम']],
  [['क'], 'कि क', ['क']],
])('%j are marked in "%s" as %j', (words, text, marks) => {
  expect(Array.from(text.matchAll(createWordPattern(words)), ([mark]) => mark)).toEqual(marks);
});
