import { expect, test } from 'vitest';
import { english, siteTexts, spokenTexts } from './texts.ts';

const spanish = spokenTexts('es') ?? english;

const placeholders = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? [];

test('every text is filled in with the same things in Spanish', () => {
  const said: Readonly<Record<string, string>> = spanish;
  for (const [name, text] of Object.entries(english))
    expect([name, ...placeholders(said[name] ?? '')]).toEqual([name, ...placeholders(text)]);
});

test('the words of signing in are in the language that is said for them, and the others in the site’s', () => {
  const texts = siteTexts({ signInLanguage: 'es', email: 'Correo' });
  expect(texts).toMatchObject({ signIn: spanish.signIn, email: 'Correo', search: english.search });
});
