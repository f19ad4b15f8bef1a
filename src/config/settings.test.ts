import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatProblem } from '../shared/problem.ts';
import { readEnvironment } from './environment.ts';
import { nonEmptyText, onOrOff, type SettingsFeature, wholeNumber } from './settings.ts';

const describeSetting = { group: 'Greetings', meaning: 'What it does.' };
const greetings: SettingsFeature = {
  name: 'greetings',
  settings: {
    GREETINGS: { schema: onOrOff.default(true), ...describeSetting },
    GREETING_DAYS: { schema: wholeNumber(1, 30).default(7), ...describeSetting },
    GREETING_KEY: { schema: nonEmptyText.optional(), ...describeSetting },
  },
  findSettingProblems: ({ GREETINGS, GREETING_DAYS }) =>
    GREETINGS === 'off' && GREETING_DAYS !== undefined
      ? ['GREETING_DAYS has no effect with GREETINGS=off. Remove one of them.']
      : [],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
const read = (source: Record<string, string> = {}, features: readonly SettingsFeature[] = [greetings]) =>
  readEnvironment(source, { features, folder });
const listProblems = (...parameters: Parameters<typeof read>) =>
  read(...parameters).problems.map(formatProblem);

describe('the settings of a feature', () => {
  test('have their defaults beside the settings that every installation has', () => {
    const { environment } = read();
    expect(environment).toMatchObject({ GREETINGS: true, GREETING_DAYS: 7, PORT: 3000 });
    expect(environment).not.toHaveProperty('GREETING_KEY');
  });

  test('are read from the process, from .env and from files', () => {
    write('key', 'hello\n');
    write('.env', 'GREETING_DAYS=3\nGREETING_KEY_FILE=key\n');
    expect(read({ GREETINGS: 'off', GREETING_DAYS: '4' }).problems).toHaveLength(1);
    expect(read().environment).toMatchObject({ GREETING_DAYS: 3, GREETING_KEY: 'hello' });
  });

  test('are checked together with the others', () => {
    write('.env', 'HOST=localhost\nGREETING_DAYS=31\n');
    expect(listProblems({ PORT: 'x', GREETING_KEY: '' })).toEqual([
      'PORT must be a number from 0 to 65535.',
      'GREETING_KEY must not be empty.',
      '.env:2: GREETING_DAYS must be 1 to 30.',
    ]);
  });

  test('are suggested for misspelled names', () => {
    write('.env', 'GRETINGS=off\nGREETING_KEY_FIL=key\nPROT=1\n');
    expect(listProblems()).toEqual([
      `.env:1: GRETINGS isn't a setting. Did you mean "GREETINGS"?`,
      `.env:2: GREETING_KEY_FIL isn't a setting. Did you mean "GREETING_KEY_FILE"?`,
      `.env:3: PROT isn't a setting. Did you mean "PORT"?`,
    ]);
  });

  test("aren't settings without the feature", () => {
    write('.env', 'GREETINGS=off\n');
    expect(listProblems({}, [])).toEqual([".env:1: GREETINGS isn't a setting."]);
  });

  test("report what has no effect, together with problems of others' values", () => {
    expect(listProblems({ GREETINGS: 'off', GREETING_DAYS: '3', PORT: 'x' })).toEqual([
      'PORT must be a number from 0 to 65535.',
      'GREETING_DAYS has no effect with GREETINGS=off. Remove one of them.',
    ]);
  });
});

test.each(['GREETING_DAYS', 'PORT', 'OIDC_ISSUER', 'GREETING_KEY_FILE', 'DATABASE_URL_FILE'])(
  'no two features may declare one setting: %s',
  (name) => {
    const second = { name: 'second', settings: { [name]: { schema: nonEmptyText, ...describeSetting } } };
    expect(() => read({}, [greetings, second])).toThrow(new RegExp(`${name} .*a second time`));
  },
);
