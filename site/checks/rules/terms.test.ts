import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkTerms, parseGlossary } from './terms.ts';

const glossary = parseGlossary('[{"term":"email","not":["e-mail","E-mail"]},{"term":"case","not":[]}]');

test('a wrong spelling is named with its line and the right one', () => {
  const found = checkTerms(article('The case.\n\nSend an e-mail.'), glossary);
  expect(found).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining('"e-mail" is spelled "email"') },
  ]);
});

test('code, bold, italic and parts of words are left alone', () => {
  expect(checkTerms(article('Use `e-mail`, **E-mail** and *E-mail*, or pre-e-mailing.'), glossary)).toEqual(
    [],
  );
});
