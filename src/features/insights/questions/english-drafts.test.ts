import { expect, test } from 'vitest';
import { draftEnglishQuestions } from './english-drafts.ts';

const draft = (texts: string[], heading = 'Notes', title = 'Files') =>
  draftEnglishQuestions({ title, heading, texts });

test.each([
  ['To restore a deleted file, open the bin.', 'how do I restore a deleted file'],
  ['If you want to share your folder, select Share.', 'how do I share my folder'],
  ['You can also send the file to guests. Select Send.', 'can I send the file to guests'],
  ["You can't rename a shared folder, unless you own it.", "why can't I rename a shared folder"],
  ['If the disk is full, uploads stop.', 'what happens if the disk is full'],
  ['If your account expires, files stay.', 'what happens if my account expires'],
  ['A retention rule is a limit on the age of files.', 'what is a retention rule'],
  ['Cold storage means slower access.', 'what is cold storage'],
])('asks what the sentence %j answers', (sentence, question) => {
  expect(draft([sentence])).toEqual([question]);
});

test.each([
  [['What you see · Cause', 'The upload is refused · The disk is full.'], 'why is the upload refused'],
  [
    ['Problem · Remedy', "Guests can't open a link. Others can. · Send it again."],
    "why can't guests open a link",
  ],
  [['Symptom · Cause', 'A button does nothing · No right'], 'a button does nothing'],
  [['Error · Cause', 'A file was moved, and nobody knows · Rules'], 'a file was moved, and nobody knows'],
  [['Setting · Effect', 'Quota per user · Limits the space'], 'what does the setting Quota per user do'],
  [['Properties · Meaning', 'Max Age · In days'], 'what does the property Max Age do'],
])('asks about the row of a table: %j', (texts, question) => {
  expect(draft(texts)).toEqual([question]);
});

test('names the page for a heading that names a task', () => {
  expect(draft([], 'Delete a file', 'Shared folders')).toEqual(['how do I delete a file in shared folders']);
  expect(draft([], 'In a container', 'Shared folders')).toEqual([]);
  expect(draft([], 'Delete a file', 'What is a shared folder')).toEqual([]);
});

test.each([
  'To the left of the list, there is a menu.',
  'To open it, select the name.',
  'If this happens, ask an administrator.',
  'Every shared folder is a copy.',
  'When a file is saved, it is sent.',
  'To run `npm install`, open a terminal.',
  'To set {quota}, edit the file.',
  'You can.',
  'Part · Meaning',
  'The system is slow.',
])('drafts nothing from %j', (text) => {
  expect(draft([text])).toEqual([]);
});

test('starts again with the columns of the next table', () => {
  const tables = [
    'Problem · Cause',
    'The link is broken · Moved',
    'A paragraph.',
    'Key · Use',
    'The key is missing · No',
  ];
  expect(draft(tables)).toEqual(['why is the link broken']);
});
