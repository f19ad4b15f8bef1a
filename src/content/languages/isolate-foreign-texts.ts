/** Marks text that is written from left to right, in a paragraph of either direction (Unicode Bidirectional Algorithm). */
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

const rightToLeftLetters =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Words without spaces read the same in both directions. Language tags such as "pt-BR" must stay as they are. */
const isOneWord = /^[\p{L}\p{N}-]*$/u;

/**
 * Keeps punctuation and numbers in place in texts that a language written from right to left doesn't translate.
 * Otherwise its readers see "?Was this page helpful" and "items 3". Texts for which `isExact` returns true stay as they are.
 */
export function isolateForeignTexts<Texts extends object>(
  texts: Texts,
  isExact: (name: string) => boolean = () => false,
): Texts {
  const entries = Object.entries(texts).map(([name, text]) => [name, isExact(name) ? text : isolate(text)]);
  // The result has the keys of `texts` with values of the same type.
  return Object.fromEntries(entries) as Texts;
}

function isolate(text: unknown): unknown {
  if (typeof text !== 'string' || rightToLeftLetters.test(text) || !hasWords(text)) return text;
  // "1 result|{count} results" contains one text for each number.
  return text
    .split('|')
    .map((form) =>
      isOneWord.test(form) ? form : `${LEFT_TO_RIGHT_ISOLATE}${form}${POP_DIRECTIONAL_ISOLATE}`,
    )
    .join('|');
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
}
