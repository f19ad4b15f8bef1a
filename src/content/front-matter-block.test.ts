import { expect, test } from 'vitest';
import { cutFrontMatter } from './front-matter-block.ts';

test('cuts the block off and counts its lines', () => {
  expect(cutFrontMatter('---\ntitle: A\n---\n\nBody')).toEqual({
    block: '\ntitle: A',
    language: '',
    body: '\nBody',
    bodyLine: 3,
  });
});

test('a file without one is all body', () => {
  for (const text of ['', '# A', '\n---\na: 1\n---\n', '----\na: 1\n----', ' ---\na: 1\n---']) {
    expect(cutFrontMatter(text)).toEqual({ language: '', body: text, bodyLine: 0 });
  }
});

test('a byte order mark and Windows line ends make no difference', () => {
  expect(cutFrontMatter('\uFEFF---\r\ntitle: A\r\n---\r\nBody').body).toBe('Body');
  expect(cutFrontMatter('\uFEFF# A').body).toBe('# A');
});

test('a rule in the body is no fence', () => {
  expect(cutFrontMatter('---\na: 1\n---\nOne\n\n---\n\nTwo').body).toBe('One\n\n---\n\nTwo');
});

test('the closing fence is the next line that begins with three dashes', () => {
  expect(cutFrontMatter('---\na: 1\n----\nBody')).toMatchObject({ block: '\na: 1', body: '-\nBody' });
  expect(cutFrontMatter('---\n---\nBody')).toMatchObject({ block: '', body: 'Body' });
});

test('without a closing fence everything is front matter', () => {
  expect(cutFrontMatter('---\na: 1\n\nBody')).toMatchObject({
    block: '\na: 1\n\nBody',
    unclosed: true,
    body: '',
  });
});

test('names the language after the opening fence', () => {
  expect(cutFrontMatter('---json\n{"a":1}\n---\n')).toMatchObject({ language: 'json', block: '\n{"a":1}' });
  expect(cutFrontMatter('---  \na: 1\n---\n').language).toBe('');
});
