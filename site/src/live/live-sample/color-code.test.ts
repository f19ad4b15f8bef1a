import { expect, test } from 'vitest';
import { colorCode } from './color-code.ts';

const writeSpan = (kind: string, text: string) => `<span class="tk-${kind}">${text}</span>`;

test.each([
  ['var a = 1;', `${writeSpan('keyword', 'var')} a = ${writeSpan('constant', '1')};`],
  ['alert("<b>");', `${writeSpan('function', 'alert')}(${writeSpan('string', '"&lt;b&gt;"')});`],
  ['a && b // c\n', `a &amp;&amp; b ${writeSpan('comment', '// c')}\n`],
  ['x = true', `x = ${writeSpan('constant', 'true')}`],
  ['/* first */ return', `${writeSpan('comment', '/* first */')} ${writeSpan('keyword', 'return')}`],
  [
    `\`a\${b}c\``,
    `${writeSpan('string', '`')}${writeSpan('string', 'a')}\${b}${writeSpan('string', 'c')}${writeSpan('string', '`')}`,
  ],
  ['var b = "open\nvar c', `${writeSpan('keyword', 'var')} b = "open\nvar c`],
  ['', ''],
])('colors %j', (code, html) => {
  expect(colorCode(code)).toBe(html);
});

test('changes no character, whatever readers type', () => {
  const code = `$("#a").on(\`x\${1}\`, () => { /* <&> */ return /[<]/.test(b) ? null : 0x1f; }); "`;
  const text = colorCode(code)
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  expect(text).toBe(code);
});
