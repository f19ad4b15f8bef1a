// Characters that separate words: ASCII and Latin-1 signs, general punctuation, every space.
const separators = '\\u0000-/:-@\\[-`{-¿×÷\\u2000-\\u206f\\s\\u180e';
const emoji = '\\u2700-\\u27bf\\u{10000}-\\u{10ffff}';
/** A letter without upper and lower case, mostly of other scripts. */
const caselessLetter = `[^${separators}${emoji}0-9a-zA-Z\\ud800-\\udfff]`;
const capital = `(?:[A-Z]|${caselessLetter})`;
const small = `(?:[a-z]|${caselessLetter})`;
const regional = '[\\u{1f1e6}-\\u{1f1ff}]{2}';
const variant = '[\\ufe0e\\ufe0f]?[\\u{1f3fb}-\\u{1f3ff}]?';

const word = new RegExp(
  [
    `[A-Z]?[a-z]+(?=[${separators}A-Z]|$)`,
    `${capital}+(?=[${separators}]|[A-Z]${small}|$)`,
    `[A-Z]?${small}+`,
    '[A-Z]+',
    '[0-9]*(?:1ST|2ND|3RD|(?![123])[0-9]TH)(?=\\b|[a-z_])',
    '[0-9]*(?:1st|2nd|3rd|(?![123])[0-9]th)(?=\\b|[A-Z_])',
    '[0-9]+',
    `(?:${regional}|[${emoji}])${variant}(?:\\u200d(?:${regional}|[^])${variant})*`,
  ].join('|'),
  'gu',
);

/** Letters that can't be reduced to a plain letter by removing marks. */
const transliterations: Readonly<Record<string, string>> = Object.fromEntries(
  'ÆAe æae ÐD ðd ØO øo ÞTh þth ßss ĐD đd ĦH ħh ıi ĲIJ ĳij ĸk ĿL ŀl ŁL łl ŉn ŊN ŋn ŒOe œoe ŦT ŧt ſs'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/**
 * Turns `Getting Started2` into `getting-started-2`, by the rule of lodash, with which Docusaurus makes addresses of
 * tags and authors. Written out here because lodash has 2.6 MB.
 */
export function toKebabCase(text: string): string {
  const withoutMarks = text
    .replace(/[À-ÖØ-öø-ſ]/g, (letter) => transliterations[letter] ?? letter.normalize('NFD').charAt(0))
    .replace(/[\u0300-\u036f\ufe20-\ufe2f\u20d0-\u20ff'’]/g, '');
  return (withoutMarks.match(word) ?? []).map((part) => part.toLowerCase()).join('-');
}
