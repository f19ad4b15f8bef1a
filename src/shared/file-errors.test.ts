import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeFileError, isMissing } from './file-errors.ts';

const here = import.meta.dirname;
const thisFile = import.meta.filename;

test.each([
  [
    '/nowhere/a.pdf',
    () => writeFileSync('/nowhere/a.pdf', ''),
    "Can't open /nowhere/a.pdf: its folder doesn't exist.",
  ],
  [`${here}/none`, () => readFileSync(`${here}/none`), `Can't open ${here}/none: it doesn't exist.`],
  [here, () => writeFileSync(here, ''), `Can't open ${here}: it is a folder.`],
  [here, () => writeFileSync(here, '', { flag: 'wx' }), `Can't open ${here}: it is a folder.`],
  [thisFile, () => mkdirSync(thisFile), `Can't create the folder ${thisFile}: a file has this name.`],
  [
    `${thisFile}/a`,
    () => mkdirSync(`${thisFile}/a`),
    `Can't create ${thisFile}/a: part of its path isn't a folder.`,
  ],
  [thisFile, () => readdirSync(thisFile), `Can't read ${thisFile}: part of its path isn't a folder.`],
])("says why %s couldn't be used", (_, act, sentence) => {
  expect(act).toThrow();
  try {
    act();
  } catch (error) {
    expect(describeFileError(error)).toBe(sentence);
  }
});

test.each([
  () => openSync(thisFile, 'nonsense'),
  () => JSON.parse('{'),
  () => {
    throw new Error('ENOENT');
  },
])('leaves other errors alone: %s', (act) => {
  try {
    act();
  } catch (error) {
    expect(describeFileError(error)).toBeUndefined();
  }
});

test("a file in a folder of another user isn't taken for missing", () => {
  expect(isMissing(`${here}/none`)).toBe(true);
  expect(isMissing(thisFile)).toBe(false);
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'closed-'));
  const closed = path.join(folder, 'data');
  mkdirSync(closed, { mode: 0o000 });
  onTestFinished(() => {
    chmodSync(closed, 0o700);
    rmSync(folder, { recursive: true });
  });
  // Root may look into every folder.
  if (isRoot) expect(isMissing(path.join(closed, 'accounts.db'))).toBe(true);
  else expect(() => isMissing(path.join(closed, 'accounts.db'))).toThrow('EACCES');
});
