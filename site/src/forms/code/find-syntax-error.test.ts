import { expect, test } from 'vitest';
import { findSyntaxError } from './find-syntax-error.ts';

test.each([
  ['$("#country").setValue("MX";', 'SyntaxError in line 1: Unexpected token'],
  ['var a = 1;\nvar b = ;\n', 'SyntaxError in line 2: Unexpected token'],
  ['function f() {\n  if (true) {\n}\n', 'SyntaxError in line 4: Unexpected token'],
  ['var name = "Ada;\nalert(name);', 'SyntaxError in line 1: Unterminated string constant'],
  ['return 1;', "SyntaxError in line 1: 'return' outside of function"],
])('names the line and the error of %j', (code, message) => {
  expect(findSyntaxError(code)).toBe(message);
});

test('finds nothing in code that can be run', () => {
  expect(findSyntaxError('$("#country").setOnchange(async () => missing?.());')).toBeUndefined();
});
