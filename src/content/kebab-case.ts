/**
 * Anything that parts words: blanks, punctuation, signs. The ranges are those by which Docusaurus's tags get
 * their addresses: Latin 1 has capitals and small letters, everything else is neither.
 */
const BREAKS = String.raw`\p{White_Space}\ufeff\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\xd7\xf7\u2000-\u206f`;
const UPPER = String.raw`A-Z\xc0-\xd6\xd8-\xde`;
const LOWER = String.raw`a-z\xdf-\xf6\xf8-\xff`;
const PICTURES = String.raw`\u2700-\u27bf\u{10000}-\u{10ffff}`;
const OTHER = `[^${BREAKS}${UPPER}${LOWER}${PICTURES}\\d]`;
const PICTURE = String.raw`(?:\p{RI}\p{RI}|[${PICTURES}])[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?`;
const WORD = new RegExp(
  [
    // a capitalised word before another capital, a break or the end
    `[${UPPER}]?[${LOWER}]+(?=[${BREAKS}]|[${UPPER}]|$)`,
    // capitals before a capitalised word
    `(?:[${UPPER}]|${OTHER})+(?=[${BREAKS}]|[${UPPER}](?:[${LOWER}]|${OTHER})|$)`,
    `[${UPPER}]?(?:[${LOWER}]|${OTHER})+`,
    `[${UPPER}]+`,
    // ordinal numbers
    String.raw`\d*(?:1ST|2ND|3RD|(?![123])\dTH)(?=\b|[a-z_])`,
    String.raw`\d*(?:1st|2nd|3rd|(?![123])\dth)(?=\b|[A-Z_])`,
    String.raw`\d+`,
    `${PICTURE}(?:\\u200d${PICTURE})*`,
  ].join('|'),
  'gu',
);
const NEEDS_WORD_RULES = /[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][a-zA-Z]|[a-zA-Z][0-9]|[^a-zA-Z0-9 ]/;

/** `Two Words`, `twoWords`, `Déjà vu` → `two-words`, `two-words`, `deja-vu`: the address of an inline tag. */
export function kebabCase(text: string): string {
  const plain = withoutAccents(text).replace(/['\u2019]/g, '');
  const words = NEEDS_WORD_RULES.test(plain) ? (plain.match(WORD) ?? []) : plain.split(' ').filter(Boolean);
  return words.map((word) => word.toLowerCase()).join('-');
}

/** Letters that are no plain letter with an accent. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', Æ: 'Ae', æ: 'ae', Œ: 'Oe', œ: 'oe', Þ: 'Th', þ: 'th', Ø: 'O', ø: 'o' },
  ...{ Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Ł: 'L', ł: 'l', Ħ: 'H', ħ: 'h', Ŧ: 'T', ŧ: 't', ı: 'i' },
};

/** Accents that are characters of their own. */
const COMBINING = /[\u0300-\u036f\u20d0-\u20ff\ufe20-\ufe2f]/g;

function withoutAccents(text: string): string {
  return text
    .replace(
      /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]/g,
      (letter) => SPELLED[letter] ?? letter.normalize('NFD').charAt(0),
    )
    .replace(COMBINING, '');
}
