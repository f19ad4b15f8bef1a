import { expect, test } from 'vitest';
import { check, FIRST_LINE, manualData } from '../../testing/manual.ts';
import { terms } from './terms.ts';

const text = '[{"term":"email","not":["e-mail","E-mail"]},{"term":"case","not":[]}]';
const glossary = {
  file: (name: string) => ({ ...manualData.file(name), ...(name.endsWith('glossary.json') && { text }) }),
};

test('a wrong spelling is named with its line and the right one', async () => {
  expect(await check(terms, 'The case.\n\nSend an e-mail.', glossary)).toMatchObject([
    { line: FIRST_LINE + 2, message: expect.stringContaining('"e-mail" is spelled "email"') },
  ]);
});

test('code, bold, italic and parts of words are left alone', async () => {
  const body = 'Use `e-mail`, **E-mail** and *E-mail*, or pre-e-mailing.';
  expect(await check(terms, body, glossary)).toEqual([]);
});
