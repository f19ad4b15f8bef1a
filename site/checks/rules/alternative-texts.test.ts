import { expect, test } from 'vitest';
import { article } from '../../testing/article.ts';
import { checkAlternativeTexts } from './alternative-texts.ts';

test('a picture without a text, or with the name of its file, is reported', () => {
  expect(checkAlternativeTexts(article('![](./a.png)\n\n![diagram.png](./a.png)'))).toHaveLength(2);
});

test('a picture that says what it shows is right', () => {
  expect(checkAlternativeTexts(article('![The form with two fields](./a.png)'))).toEqual([]);
});
