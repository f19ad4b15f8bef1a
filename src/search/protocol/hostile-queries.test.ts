import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';

const { ask, close } = createTemporarySearch();
afterAll(close);

const nasty = fc.constantFrom(
  ...[
    '"',
    "'",
    '""',
    '(',
    ')',
    '*',
    ':',
    '^',
    '-',
    '+',
    '{heading}',
    'heading:',
    'NEAR(',
    'AND',
    'OR',
    'NOT',
    '\0',
  ],
  ...['<script>', '</em>', '<em>', '&lt;', '&#039;', '%', '\\', ';--', '`', '{{x}}', '@@', '/', '\u202e'],
  ...[
    '👩‍👩‍👧',
    'e\u0301\u0301\u0301',
    'שלום',
    'مرحبا',
    '流程',
    '\ud800',
    '\u{10ffff}',
    '\ufeff',
    '\u{E000}4040',
    'ß',
    'İ',
  ],
  ...['case', 'dropdown', 'variabel', 'else', 'script', 'alert', 'XMLNewCase', ' ', '\n', '\t'],
);
const hostile = fc.oneof(
  fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  nasty.map((part) => part.repeat(10_000)),
);

test('no query makes an error, and no answer holds markup but the tags', () => {
  fc.assert(
    fc.property(hostile, fc.nat(30), fc.nat(3), (query, hitsPerPage, page) => {
      const result = ask(query, {
        hitsPerPage,
        page,
        highlightPreTag: '[[',
        highlightPostTag: ']]',
        attributesToSnippet: ['*:7'],
        clickAnalytics: true,
      });
      expect([...result.query].length).toBeLessThanOrEqual(64);
      expect(result.hits.length).toBeLessThanOrEqual(20);
      expect(JSON.stringify(result.hits)).not.toMatch(/[<>']|&(?!(amp|lt|gt|quot|#039);)/);
      expect(() => decodeURIComponent(result.params)).not.toThrow();
    }),
    { numRuns: 1_500 },
  );
});
