import { expect, test } from 'vitest';
import { check, createManualWithText } from '../../testing/manual.ts';
import { wording } from './wording.ts';

test.each([
  'Simply open the form.',
  'It is easy to do.',
  'We open the form.',
  "Let's begin.",
  'Open our form.',
  'Late 3.x versions have it.',
  'It came with a later 3.x.',
  'Some versions return an array.',
  'Early 3.0 versions lack it.',
  "Some older 3.x releases don't have it.",
  'Newer releases have a third layout.',
  'Your version can name the buttons differently.',
])('"%s" is reported', async (sentence) => {
  expect(await check(wording, sentence)).toHaveLength(1);
});

test.each([
  'You open the form.',
  'Open **My Cases**.',
  'Call `us()`.',
  'The US office adjusts it.',
  'A justified request.',
  'Before release 3.7, it was refused.',
  'Read the notes of the release.',
  'Keep the old version of the process.',
])('"%s" is right', async (sentence) => {
  expect(await check(wording, sentence)).toEqual([]);
});

test('sentences of a data file are checked with their lines; names and code are not', async () => {
  const data = { name: 'just', purpose: 'Simply `easy` and **My Cases**.', notes: ['Fine.', 'We wait.'] };
  const findings = await check(wording, [], createManualWithText(JSON.stringify(data, null, 2)));
  const lines = findings.filter(({ file }) => file === 'docs/_data/controls.json').map(({ line }) => line);
  expect(lines).toEqual([3, 6]);
});
