import { expect, test } from 'vitest';
import { messagesFor } from './messages.ts';
import { english, siteTexts, spokenTexts } from './texts.ts';

const spanish = spokenTexts('es') ?? english;

test('a text has one name across all subjects', () => {
  const { mail: _, ...groups } = messagesFor('en');
  const names = Object.values(groups).flatMap((group) => Object.keys(group));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('sign-in texts are in the sign-in language, and all others in that of the site', () => {
  const texts = siteTexts({ signInLanguage: 'es', email: 'Correo' });
  expect(texts).toMatchObject({ signIn: spanish.signIn, email: 'Correo', search: english.search });
});

test.each(['es-MX', 'es-419'])('a region has the texts of its language: %s', (locale) => {
  expect(spokenTexts(locale)).toEqual(spanish);
  expect(siteTexts({ signInLanguage: locale }).signIn).toBe(spanish.signIn);
});

test.each(['fr', 'not a language'])('a sign-in language without messages leaves English: %s', (locale) => {
  expect(siteTexts({ signInLanguage: locale })).toEqual({ ...english, signInLanguage: locale });
});
