import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Problem } from '../shared/problem.ts';
import { checkMessages, findMessageProblems } from './check-messages.ts';
import { findMessagesFor } from './messages.ts';

const check = (content: object) => {
  const source = { file: 'fr.json', text: JSON.stringify(content, null, 2) };
  return findMessageProblems({ language: 'fr', content }, source).map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  );
};
const english = findMessagesFor('en');

test('Spanish has every message of the rooms and of features, and every language the placeholders of English', () => {
  const problems = checkMessages(new URL('../../', import.meta.url));
  // Other languages may begin with a few messages.
  const isBeginning = ({ file, severity }: Problem) => severity === 'warning' && !file?.endsWith('/es.json');
  expect(problems.filter((problem) => !isBeginning(problem))).toEqual([]);
});

test('lists what the folder of a feature is missing in a language of the rooms', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'messages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (folder: string, files: Readonly<Record<string, object>>) => {
    mkdirSync(path.join(root, folder), { recursive: true });
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(root, folder, name), JSON.stringify(content));
  };
  const { mail: _, ...groups } = english;
  write('src/config/messages', { 'en.json': groups, 'es.json': groups });
  write('src/features/partial/messages', {
    'en.json': { page: { hello: 'Hello {name}', bye: 'Bye' } },
    'es.json': { page: { hello: 'Hola' } },
  });
  write('src/features/untranslated/messages', { 'en.json': { page: { hello: 'Hello', bye: 'Bye' } } });
  const problems = checkMessages(pathToFileURL(`${root}/`));
  expect(problems.map(({ file, message }) => `${file} ${message.split(',')[0]}`)).toEqual([
    'src/features/partial/messages/es.json "page.hello" needs the placeholders of English: {name}.',
    'src/features/partial/messages/es.json 1 of 2 messages are missing in "es"',
    'src/features/untranslated/messages/es.json 2 of 2 messages are missing in "es"',
  ]);
});

test('checks messages of features in the file of a language', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'messages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, content: object) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), JSON.stringify(content));
  };
  write('src/config/messages/en.json', { page: { title: 'Title' } });
  for (const feature of ['complete', 'partial', 'elsewhere'])
    write(`src/features/${feature}/messages/en.json`, { page: { hello: 'Hello {name}', bye: 'Bye' } });
  write('src/features/elsewhere/messages/fr.json', { page: { hello: 'Salut {name}', bye: 'Adieu' } });
  const hello = { page: { hello: 'Bonjour {name}', bye: 'Adieu' } };
  write('src/config/messages/fr.json', {
    page: { title: 'Titre' },
    features: { complete: hello, partial: { page: { hello: 'Bonjour' } }, elsewhere: hello, none: hello },
  });
  expect(checkMessages(pathToFileURL(`${root}/`)).map(({ file, message }) => [file, message])).toEqual(
    [
      '"features.elsewhere" isn\'t used, because there is src/features/elsewhere/messages/fr.json. Move the messages there.',
      'There is no feature "none" with messages. Remove it.',
      '"page.hello" needs the placeholders of English: {name}.',
      expect.stringMatching(/^1 of 2 messages are missing in "fr"/),
    ].map((message) => ['src/config/messages/fr.json', message]),
  );
});

test('finds nothing in a complete translation', () => {
  expect(check(english)).toEqual([]);
});

test('lists messages that a language is missing', () => {
  const { email: _, ...signIn } = english.signIn;
  expect(check({ ...english, signIn })).toEqual([
    expect.stringMatching(/^warning undefined: 1 of \d+ messages are missing in "fr".*: signIn\.email\.$/),
  ]);
});

test('names a subject instead of its messages if all of them are missing', () => {
  const { email, password } = english.signIn;
  const { blog: _, ...withoutBlog } = english;
  expect(check(withoutBlog)).toEqual([expect.stringMatching(/in English: all of blog\.$/)]);
  const { email: _email, ...signIn } = english.signIn;
  expect(check({ ...withoutBlog, signIn })).toEqual([
    expect.stringMatching(/in English: signIn\.email, all of blog\.$/),
  ]);
  const [few] = check({ signIn: { email, password } });
  expect(few).toMatch(/in English: signIn\.\w+, .*, all of secondFactor, all of setUp, /);
});

test("refuses a message that English doesn't have, at its line", () => {
  expect(check({ signInn: { email: 'Email' }, ...english })).toEqual([
    'error 3: There is no message "signInn.email". Remove it.',
  ]);
});

test.each([
  ['left out', 'Réessayez plus tard.'],
  ['misspelled', 'Réessayez dans {attente}.'],
  ['added', 'Réessayez dans {wait}, {name}.'],
])('refuses a message with a placeholder %s', (_, tooManyAttempts) => {
  expect(check({ ...english, signIn: { ...english.signIn, tooManyAttempts } })).toEqual([
    expect.stringMatching(
      /^error \d+: "signIn\.tooManyAttempts" needs the placeholders of English: \{wait\}\.$/,
    ),
  ]);
});

test('accepts another number of plural forms', () => {
  const manyPosts = 'Aucun article|Un article|{count} articles';
  expect(check({ ...english, blog: { ...english.blog, manyPosts } })).toEqual([]);
});

test('the notes for translators explain every placeholder', () => {
  const notes = readFileSync(new URL('./messages/README.md', import.meta.url), 'utf8');
  const ofFeatures = globSync('../features/*/messages/en.json', { cwd: import.meta.dirname });
  const files = ['messages/en.json', ...ofFeatures].map((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  );
  const usedPlaceholders = new Set(files.join().match(/\{\w+\}/g));
  expect([...usedPlaceholders].filter((placeholder) => !notes.includes(`| \`${placeholder}\` |`))).toEqual(
    [],
  );
});
