import { expect, test } from 'vitest';
import { prepareHead } from './prepared-head.ts';

test('a head has the status line and the headers', () => {
  const headers = ['content-type', 'text/html', 'vary', 'Cookie'];
  expect(prepareHead(404, headers)).toBe(
    'HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\nvary: Cookie\r\n',
  );
});

test.each([
  ['x-name', 'two\r\nset-cookie: sid=planted'],
  ['x-name', 'one\nline'],
  ['x-name', 'nul\0'],
  ['x-name', '文'],
  ['x name', 'a space in the name'],
  ['x\r\ny', 'a line break in the name'],
  ['', 'no name'],
])("a header is rejected if it isn't valid: %j: %j", (name, value) => {
  expect(() => prepareHead(200, ['vary', 'Cookie', name, value])).toThrow(/invalid|must be a valid/i);
});
