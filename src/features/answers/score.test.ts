import { expect, test } from 'vitest';
import { listStems, readQuestion } from './question.ts';
import { isForOthers, listExactNames, namesAnother } from './score.ts';

/** Whether a row or heading with this key is about another thing of the same kind than the question. */
function isAboutAnother(text: string, key: string): boolean {
  const question = readQuestion(text, 'en');
  if (question === undefined) throw new Error(`“${text}” isn't a question.`);
  const keyStems = listStems(key, question.language);
  return question.pairs.some((pair) => namesAnother(keyStems, pair, question));
}

test.each([
  ['how long is a boat key valid?', 'Spare key'],
  ['how do I renew an access token?', 'Refresh token'],
  ['how much is the winter fee?', 'The summer fee'],
])('“%s” isn’t answered by “%s”', (text, key) => {
  expect(isAboutAnother(text, key)).toBe(true);
});

test.each([
  // The thing itself, alone or by another word.
  ['how long is a boat key valid?', 'Boat key'],
  ['how do I delete old letters?', 'Erase old letters'],
  // A key about something else than the last word of the pair.
  ['can I send a picture file?', 'Maximum file size'],
  ['remind me when a boat is late for 3 days', 'A letter every three days until it is back'],
  // Words that don't say which kind of thing it is.
  ['how many boats are there in each harbour?', 'Close a harbour'],
  ['who can see all boats?', 'Lent boats'],
  ['how do I paint another boat?', 'Any boat'],
  // A negation isn't a kind of thing.
  ['my boats have not moved since the storm', "One boat doesn't move"],
  ['the ferry has never stopped at our pier', 'Ferry doesn’t stop'],
])('“%s” may be answered by “%s”', (text, key) => {
  expect(isAboutAnother(text, key)).toBe(false);
});

test.each([
  ['what does setRequired do in a form', ['setrequired']],
  ['my refresh token is rejected as invalid_grant', ['invalid_grant']],
  ['where do I find @@USER_LOGGED or usr_uid', ['user_logged', 'usr_uid']],
  ['GET /cases/{app_uid} answers 404', ['404', 'app_uid']],
  ['make room for 250 guests and 100 people', []],
  ['the difference of @@ and @# in a condition', []],
])('“%s” names %j', (text, names) => {
  const question = readQuestion(text, 'en');
  if (question === undefined) throw new Error(`“${text}” isn't a question.`);
  expect(listExactNames(question)).toEqual(names);
});

test.each([
  ['is there an OpenAPI file', false],
  ['how do I avoid a CORS error', false],
  ['subscribe to webhooks of a case', false],
  ['log in with OAuth2 or SOAP', false],
  ['how do I upload a file', true],
  ['where is the post office', true],
])('a page for developers is for others than who asks “%s”: %s', (text, isOther) => {
  const question = readQuestion(text, 'en');
  if (question === undefined) throw new Error(`“${text}” isn't a question.`);
  expect(isForOthers('/docs/rest/files', question.terms)).toBe(isOther);
});
