import { findLanguage, type Language } from '../../search/index/languages.ts';
import { splitWords } from '../../search/index/words.ts';
import type { CitedPassage } from './written-answer-endpoints.ts';

/** A sentence that readers may see, as plain text, with the numbers of its passages. */
interface SupportedSentence {
  sentence: string;
  passages: number[];
}

/** How many of the words that say something must be in the cited passages. The others are words of the model. */
const SUPPORTED_MIN_SHARE = 0.65;
const SENTENCE_MAX_CHARACTERS = 600;

const citation = /\[(\d+(?:\s*,\s*\d+)*)\]/g;
const digits = /\p{N}/u;
/** Addresses, file names and mail addresses. */
const address = /\b[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+|\S+@\S+|(?:[\p{L}\d_-]+\.)+\p{L}{2,}(?:[/:]\S*)?/giu;
/** Words that turn a statement around. */
const negation: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|unless|except|only)\b|n['’]t\b/i,
  es: /(?<!\p{L})(?:no|nunca|jamás|nadie|nada|ningun[oa]?|ningún|tampoco|sin|excepto|salvo|solo|sólo|solamente)(?!\p{L})/iu,
};

/**
 * Checks a sentence of the model against the passages that it cites. Undefined if it has to be left out: it cites
 * nothing or a passage that doesn't exist, has too many words that its passages lack, or has a number, an address or a
 * negation that they lack.
 */
export function checkSentence(
  sentenceWithCitations: string,
  passages: readonly CitedPassage[],
  languageTag: string,
): SupportedSentence | undefined {
  const numbers = [...sentenceWithCitations.matchAll(citation)].flatMap(([, list = '']) =>
    list.split(',').map(Number),
  );
  const citedPassages = [...new Set(numbers)].map((number) =>
    passages.find((passage) => passage.number === number),
  );
  const existingPassages = citedPassages.filter((passage) => passage !== undefined);
  if (existingPassages.length === 0 || existingPassages.length < citedPassages.length) return undefined;
  const sentence = toPlainText(sentenceWithCitations.replace(citation, ''));
  if (sentence.length > SENTENCE_MAX_CHARACTERS) return undefined;
  const quotedText = existingPassages.map(({ titles, text }) => `${titles.join('\n')}\n${text}`).join('\n');
  const isSupported =
    hasWordsOf(sentence, quotedText, findLanguage(languageTag)) &&
    hasAddressesOf(sentence, quotedText) &&
    !addsNegation(sentence, quotedText, languageTag);
  return isSupported ? { sentence, passages: existingPassages.map(({ number }) => number) } : undefined;
}

/** Removes the marks of Markdown, and characters that aren't seen. The rest is shown as text, whatever it is. */
function toPlainText(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .replace(/([.!?])\.+$/, '$1')
    .trim();
}

function hasWordsOf(sentence: string, quotedText: string, language: Language): boolean {
  const stemsOfQuotation = new Set(listWords(quotedText, language).map(({ stem }) => stem));
  const words = listWords(sentence, language).filter(({ isMeaningful }) => isMeaningful);
  const supportedWords = words.filter(({ stem }) => stemsOfQuotation.has(stem));
  const lacksNumber = words.some(({ form, stem }) => digits.test(form) && !stemsOfQuotation.has(stem));
  return words.length > 0 && !lacksNumber && supportedWords.length / words.length >= SUPPORTED_MIN_SHARE;
}

function listWords(text: string, language: Language) {
  return splitWords(text).map(({ start, end, form }) => {
    const stem =
      language.code === 'en' ? language.findStem(form) : language.findStem(text.slice(start, end)) || form;
    return { form, stem, isMeaningful: !language.isStopWord(form) };
  });
}

function hasAddressesOf(sentence: string, quotedText: string): boolean {
  return (sentence.match(address) ?? []).every((match) =>
    quotedText.includes(match.replace(/[.,;:!?)]+$/, '')),
  );
}

function addsNegation(sentence: string, quotedText: string, languageTag: string): boolean {
  const pattern = negation[languageTag.toLowerCase().split('-', 1)[0] ?? ''];
  return pattern?.test(sentence) === true && !pattern.test(quotedText);
}
