import { expect, test } from 'vitest';
import { administrationEnglish, administrationTexts } from './administration-texts.ts';
import { english } from './texts.ts';

const placeholders = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? [];

test('a site in Spanish has all words of administrators in Spanish, with the same things filled in', () => {
  const spanish: Readonly<Record<string, string>> = administrationTexts('es-MX', english);
  expect(Object.keys(spanish).toSorted()).toEqual(Object.keys(administrationEnglish).toSorted());
  for (const [name, text] of Object.entries(administrationEnglish))
    expect([name, ...placeholders(spanish[name] ?? '')]).toEqual([name, ...placeholders(text)]);
});

test('what a site says in its own words stays', () => {
  const own = { ...english, overview: 'Cockpit' };
  expect(administrationTexts('es', own)).not.toHaveProperty('overview');
  expect(administrationTexts('en', own)).toEqual({});
  expect(administrationTexts('est', own)).toEqual({});
});
