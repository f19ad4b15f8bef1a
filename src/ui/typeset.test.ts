import { expect, test } from 'vitest';
import { typeset } from './typeset.ts';

test.each([
  ["You can't sign in.", 'You can’t sign in.'],
  ["The site doesn't exist, and it isn't yours.", 'The site doesn’t exist, and it isn’t yours.'],
  ["Ana O'Neil's account", 'Ana O’Neil’s account'],
  ["l'été n'est pas fini", 'l’été n’est pas fini'],
])('apostrophes inside of words are typeset: %s', (message, expected) => {
  expect(typeset(message)).toBe(expected);
});

test.each(["Unknown role 'reder'", "--name='Ana'", 'Nothing to set.', "the files' names"])(
  'other signs stay: %s',
  (message) => {
    expect(typeset(message)).toBe(message);
  },
);
