import { afterAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { findLanguage } from '../index/languages.ts';
import { openIndex } from '../index/open-index.ts';
import { createIndexView } from '../index/view.ts';
import { parseQuery } from './parse-query.ts';
import { isQuestion, isTypedOut, readsAsQuestion } from './question.ts';
import { createSynonyms } from './synonyms.ts';

const { file, remove } = createTemporaryIndex();
const index = openIndex(file);
const view = createIndexView(index, () => true);
afterAll(() => {
  index.close();
  remove();
});

test.each([
  ['How do I start a case?', 'en', true],
  ['who can help', 'en', true],
  ['my request is stuck and nobody answers', 'en', true],
  ['i forgot my password', 'en', true],
  ['need this for my team', 'en', true],
  ['it keeps asking again', 'en', true],
  ['assign it to Mary', 'en', true],
  ['assign it Mary', 'en', false],
  ['my case', 'en', false],
  ['begin a new request', 'en', true],
  ['cancel case from a script', 'en', true],
  ['mail without an attachment', 'en', true],
  ['routing rules parallel gateway', 'en', false],
  ['start a case', 'en', false],
  ['define public holidays', 'en', false],
  ['where clause', 'en', false],
  ['how do I call GET /projects/{id}', 'en', false],
  ['I can’t log in', 'en', true],
  ['my case is “stuck” – why…', 'en', true],
  ['wie kann ich einen Antrag stellen', 'de', false],
])('"%s" in "%s" is a question: %s', (text, code, isAsked) => {
  const language = findLanguage(code);
  const query = parseQuery(text, { view, language, synonyms: createSynonyms([]) });
  expect(isQuestion(query, language)).toBe(isAsked);
});

test.each([
  ['How do I start a case?', true],
  ['how do I call GET /projects/{id}', true],
  ['my token is rejected as invalid_grant', true],
  ['the difference of @@ and @# in a condition', true],
  ['use Gmail / Office 365 for sending', true],
  ['define public holidays', true],
  ['public holidays calendar', false],
  ['GET /projects/{id}', false],
  ['SELECT NAME FROM PMT_SUPPLIER WHERE CODE = @@supplier', false],
  ['$("#total").setValue(a + b); // not in the grid', false],
])('"%s" reads like a question, whatever signs it has: %s', (text, isAsked) => {
  const language = findLanguage('en');
  const query = parseQuery(text, { view, language, synonyms: createSynonyms([]) });
  expect(readsAsQuestion(query, language)).toBe(isAsked);
});

test.each([
  ['How do I start a case', true],
  ['How do I start a cas', false],
  ['How do I start a cas?', true],
  ['How do I start a cas ', true],
  ['who gets the notification', true],
  ['who gets the notificati', false],
  ['how do I bake a cake', true],
])('"%s" is typed out: %s', (text, isComplete) => {
  const query = parseQuery(text, { view, language: findLanguage('en'), synonyms: createSynonyms([]) });
  expect(isTypedOut(text, query, view)).toBe(isComplete);
});
