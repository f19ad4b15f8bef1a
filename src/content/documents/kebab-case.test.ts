import fc from 'fast-check';
import lodash from 'lodash-es/kebabCase.js';
import { expect, test } from 'vitest';
import { toKebabCase } from './kebab-case.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...['1st', '22nd', '4TH', '13th', 'XMLHttp', 'iOS', "don't", 'C++', '.NET', '_', '-', ' ', '\u00a0', '—'],
    ...[
      'Łódź',
      'Straße',
      'œuvre',
      'e\u0301',
      'İ',
      'ŉ',
      'Ωmega',
      'Привет',
      'мирТест',
      '日本語',
      '、',
      'Việt',
      '한국',
    ],
    ...['🚀', '👩‍💻', '🇪🇸', '👍🏽', '✈️', '½', '×'],
  ),
  fc.string({ unit: fc.constantFrom(...'aZbYcX019 -_./(éÑßÿĀžſĦ'), maxLength: 6 }),
  fc.integer({ min: 0xa0, max: 0x24ff }).map((code) => String.fromCodePoint(code)),
);

test('makes the same addresses of tags as Docusaurus', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      expect(toKebabCase(text)).toBe(lodash(text));
    }),
    { numRuns: 3_000 },
  );
});
