import { expect, test } from 'vitest';
import { article } from '../../testing/article.ts';
import { checkWording } from './wording.ts';

test.each([
  'Simply open the form.',
  'It is easy to do.',
  'We open the form.',
  "Let's begin.",
  'Open our form.',
])('"%s" is reported', (sentence) => {
  expect(checkWording(article(sentence))).toHaveLength(1);
});

test.each([
  'You open the form.',
  'Open **My Cases**.',
  'Call `us()`.',
  'The US office adjusts it.',
  'A justified request.',
])('"%s" is right', (sentence) => {
  expect(checkWording(article(sentence))).toEqual([]);
});
