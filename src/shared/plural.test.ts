import { expect, test } from 'vitest';
import { formatPlural } from './plural.ts';

test.each([
  ['1 result|{count} results', 1, 'en', '1 result'],
  ['1 result|{count} results', 0, 'en', '0 results'],
  ['1 resultado|{count} resultados', 1, 'es', '1 resultado'],
  ['1 resultado|{count} resultados', 5, 'es', '5 resultados'],
  ['{count} wynik|{count} wyniki|{count} wyników', 3, 'pl', '3 wyniki'],
  ['{count} wynik|{count} wyniki|{count} wyników', 5, 'pl', '5 wyników'],
  ['{count} 件', 5, 'ja', '5 件'],
  // An English text in a language with one form.
  ['1 result|{count} results', 5, 'ja', '5 results'],
  // One form for all counts.
  ['{count} hits', 1, 'en', '1 hits'],
])('the form of %j for %i in %s is %j', (forms, count, language, text) => {
  expect(formatPlural(forms, count, language)).toBe(text);
});
