import { stemmer } from 'stemmer';

/** Stop words and stems of English. */

/** Words of a question that its answer needn't contain. */
const stopWords = new Set(
  `a about am an and any are as at be been but by can could did do does for from get had has have how i if in into
  is it its me my of on or our should so some that the their them then there these they this to us was we were what
  when where which who why will with would you your
  another make makes mean means need needs see use used using want way work works`.split(/\s+/),
);

/** Whether the word is so common in English that it says little about a text. */
export function isStopWord(form: string): boolean {
  return stopWords.has(form);
}

/** The stem of a word, which is the same for all its endings. A word in another script is its own stem. */
export function findStem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
