import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMessageProblems } from './check-messages.ts';
import { messagesFor, translations } from './messages.ts';

const check = (content: object) => {
  const source = { file: 'fr.json', text: JSON.stringify(content, null, 2) };
  return findMessageProblems({ language: 'fr', content }, source).map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  );
};
const english = messagesFor('en');

test('Spanish has every message, with the placeholders of English', () => {
  const spanish = translations.find(({ language }) => language === 'es') ?? expect.fail('no Spanish');
  expect(findMessageProblems(spanish, { file: 'es.json', text: '' })).toEqual([]);
});

test('finds nothing in a complete translation', () => {
  expect(check(english)).toEqual([]);
});

test('lists messages that a language is missing', () => {
  const { email: _, ...signIn } = english.signIn;
  expect(check({ ...english, signIn })).toEqual([
    expect.stringMatching(/^warning undefined: 1 of \d+ messages are missing in "fr".*: signIn\.email\.$/),
  ]);
});

test('names a subject instead of its messages if all of them are missing', () => {
  const { email, password } = english.signIn;
  const { blog: _, ...withoutBlog } = english;
  expect(check(withoutBlog)).toEqual([expect.stringMatching(/in English: all of blog\.$/)]);
  const { email: _email, ...signIn } = english.signIn;
  expect(check({ ...withoutBlog, signIn })).toEqual([
    expect.stringMatching(/in English: signIn\.email, all of blog\.$/),
  ]);
  const [few] = check({ signIn: { email, password } });
  expect(few).toMatch(/in English: signIn\.\w+, .*, all of secondFactor, all of setUp, /);
});

test('refuses a message that English does not have, at its line', () => {
  expect(check({ signInn: { email: 'Email' }, ...english })).toEqual([
    'error 3: There is no message "signInn.email". Remove it.',
  ]);
});

test.each([
  ['left out', 'Réessayez plus tard.'],
  ['misspelled', 'Réessayez dans {attente}.'],
  ['added', 'Réessayez dans {wait}, {name}.'],
])('refuses a message with a placeholder %s', (_, tooManyAttempts) => {
  expect(check({ ...english, signIn: { ...english.signIn, tooManyAttempts } })).toEqual([
    expect.stringMatching(
      /^error \d+: "signIn\.tooManyAttempts" needs the placeholders of English: \{wait\}\.$/,
    ),
  ]);
});

test('accepts another number of plural forms', () => {
  const manyPosts = 'Aucun article|Un article|{count} articles';
  expect(check({ ...english, blog: { ...english.blog, manyPosts } })).toEqual([]);
});

test('the notes for translators explain every placeholder', () => {
  const notes = readFileSync(new URL('./messages/README.md', import.meta.url), 'utf8');
  const used = new Set(JSON.stringify(english).match(/\{\w+\}/g));
  expect([...used].filter((placeholder) => !notes.includes(`| \`${placeholder}\` |`))).toEqual([]);
});
