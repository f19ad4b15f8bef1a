import { expect, test } from 'vitest';
import { colorCode } from './color-code.ts';

const span = (kind: string, text: string) => `<span class="tk-${kind}">${text}</span>`;

test.each([
  ['var a = 1;', `${span('keyword', 'var')} a = ${span('constant', '1')};`],
  ['alert("<b>");', `${span('function', 'alert')}(${span('string', '"&lt;b&gt;"')});`],
  ['a && b // c\n', `a &amp;&amp; b ${span('comment', '// c')}\n`],
  ['x = true', `x = ${span('constant', 'true')}`],
  ['/* first */ return', `${span('comment', '/* first */')} ${span('keyword', 'return')}`],
  [
    '`a${b}c`',
    `${span('string', '`')}${span('string', 'a')}\${b}${span('string', 'c')}${span('string', '`')}`,
  ],
  ['var b = "open\nvar c', `${span('keyword', 'var')} b = "open\nvar c`],
  ['', ''],
])('colors %j', (code, html) => {
  expect(colorCode(code)).toBe(html);
});

test('changes no character, whatever readers type', () => {
  const code = '$("#a").on(`x${1}`, () => { /* <&> */ return /[<]/.test(b) ? null : 0x1f; }); "';
  const text = colorCode(code)
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  expect(text).toBe(code);
});
