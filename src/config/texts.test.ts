import { expect, test } from 'vitest';
import { findMessagesFor } from './messages.ts';
import { composeSiteTexts, english, findSpokenTexts, signInErrorTexts, writeSentence } from './texts.ts';

const spanish = findSpokenTexts('es') ?? english;

test('a text has one name across all subjects', () => {
  const { mail: _, ...groups } = findMessagesFor('en');
  const names = Object.values(groups).flatMap((group) => Object.keys(group));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('sign-in texts are in the sign-in language, and all others in that of the site', () => {
  const texts = composeSiteTexts({ signInLanguage: 'es', email: 'Correo' });
  expect(texts).toMatchObject({ signIn: spanish.signIn, email: 'Correo', search: english.search });
});

test.each(['es-MX', 'es-419'])('a region has the texts of its language: %s', (locale) => {
  expect(findSpokenTexts(locale)).toEqual(spanish);
  expect(composeSiteTexts({ signInLanguage: locale }).signIn).toBe(spanish.signIn);
});

test.each(['eo', 'not a language'])('a sign-in language without messages leaves English: %s', (locale) => {
  expect(composeSiteTexts({ signInLanguage: locale })).toEqual({ ...english, signInLanguage: locale });
});

test.each([
  [
    'a site in English with sign-in in Spanish',
    'en',
    composeSiteTexts({ signInLanguage: 'es' }),
    spanish.passwordTooEasy,
  ],
  ['a site in Spanish', 'es-MX', spanish, spanish.passwordTooEasy],
  [
    'a site in Spanish with sign-in in English',
    'es',
    { ...spanish, signInLanguage: 'en' },
    english.passwordTooEasy,
  ],
  [
    'a site in a language without messages',
    'eo',
    composeSiteTexts({ passwordTooEasy: 'Tro facila.' }),
    'Tro facila.',
  ],
])('errors around signing in speak one language: %s', (_, locale, texts, tooEasy) => {
  expect(signInErrorTexts(texts, locale).passwordTooEasy).toBe(tooEasy);
});

test('a sentence is written in any language', () => {
  const tooShort = { text: 'passwordTooShort', values: { min: 12 } } as const;
  expect(writeSentence(tooShort)).toBe('The password must have at least 12 characters.');
  expect(writeSentence(tooShort, spanish)).toBe('La contraseña debe tener al menos 12 caracteres.');
});
