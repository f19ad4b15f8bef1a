// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are samples of code.
import { expect, test } from 'vitest';
import { createCodeTest, splitCode } from './code-parts.ts';

const show = (text: string) =>
  splitCode(text)
    .filter(({ kind }) => kind !== 'code')
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

test.each<[code: string, ...parts: string[]]>([
  ["a('x', \"it's\"); // it's", "string 'x'", 'string "it\'s"', "comment // it's"],
  ["/* don't */ b('y') /* z", "comment /* don't */", "string 'y'", 'comment /* z'],
  ["'a\\'b' + 'c'", "string 'a\\'b'", "string 'c'"],
  [
    '`a ${b(`c ${d}`)} e` + f',
    'template `',
    'template a ',
    'template `',
    'template c ',
    'template `',
    'template  e`',
  ],
  ["`${{ a: '}' }.a}` + 'x'", 'template `', "string '}'", 'template `', "string 'x'"],
  ['`\\`` + `$`', 'template `', 'template \\``', 'template `', 'template $`'],
  ["a = /'/; b = 'c'", "regex /'/", "string 'c'"],
  ["f(/[/'\"]\\//g, 'a')", 'regex /[/\'"]\\//g', "string 'a'"],
  ["return /`/.test(a) ? 'b' : c", 'regex /`/', "string 'b'"],
  ["(a) => /'/.test(a)", "regex /'/"],
  ["a / b / 'c'", "string 'c'"],
  ["(a + b) / 2 + 'c' / d", "string 'c'"],
  ['a = x[0] / y // z', 'comment // z'],
  ['import a from\'b\';export*from"c"', "string 'b'", 'string "c"'],
  ["a => 'b', c > 'd', e < 'f'", "string 'b'", "string 'd'", "string 'f'"],
  ["f(...'abc')", "string 'abc'"],
  ['String.raw`a` + styled(B)`c`', 'template `', 'template a`', 'template `', 'template c`'],
  ["'use client'\n'second'", "string 'use client'", "string 'second'"],
])('tells code from what only looks like code in %s', (code, ...parts) => {
  expect(show(code)).toEqual(parts);
});

/** Elements whose text has marks of code in it. In each, the call is code. */
test.each([
  "<p>Don't {call('x')}, it isn't</p>",
  '<p>A 5" pipe {call("x")} and a 6" pipe</p>',
  '<p>The so-called "pump {call("x")}" is here</p>',
  '<p>"Pump {call("x")}"</p>',
  '<p>See https://pumps.example {call(`x`)}</p>',
  '<p>All of src/** and {call(`x`)} */</p>',
  '<p>{a}/{call("x")}/{b}</p>',
  '<br /> && <i>{call("x")}</i> || <br />',
  '<A b={c} /> || <i>{call("x")}</i> || <B c={d} />',
  '<p>Write `a</p> || {call("x")} || <p>b` here</p>',
  "<p>\n  Für 'Füße' {call('x')} isn't\n</p>",
])('finds code between the tags of %s', (code) => {
  expect(createCodeTest(code)(code.indexOf('call('))).toBe(true);
});

test('takes time in proportion to the length of a text', () => {
  for (const text of ['`${', "'", '/', '{', '`', '/*', '"a', '[/', '\\'])
    expect(splitCode(text.repeat(50_000)).at(-1)?.end).toBe(text.length * 50_000);
}, 5_000);
