import fc from 'fast-check';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { quickAutolinks } from './quick-autolinks.ts';

const gfm = () => unified().use(remarkParse).use(remarkDirective).use(remarkGfm);
const asGfm = gfm().freeze();
const quickly = gfm().use(quickAutolinks).freeze();

const pieces = [
  ...['a@b.co', 'x+y_z@mail.example.com', 'ana@', '@ana', 'mailto:a@b.co', 'xmpp:a@b.co/c', 'a@b', '@@var'],
  ...[
    'www.example.com',
    'WWW.example.com',
    'https://example.com/a?b',
    'http://',
    'httpx://a.b',
    'hello',
    'was',
  ],
  ...[
    ' ',
    '\n',
    '\n\n',
    '\t',
    '> ',
    '- ',
    '| a | b |\n| - | - |\n| ',
    ' | ',
    '*',
    '`',
    '[',
    '](x)',
    '<',
    '>',
  ],
  ...['&#64;', '\\', '(', ')', '.', '/', '_', '-', ':', '![', '{', '0', '~~', '\0', '“'],
];

test('addresses become links where, and only where, GFM makes links of them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(quickly.parse(text)).toEqual(asGfm.parse(text));
    }),
    { numRuns: 1_000 },
  );
});
