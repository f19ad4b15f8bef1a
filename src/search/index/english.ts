import { stemmer } from 'stemmer';

/** What search knows of the language of the texts. */

/** Words that a question has and its answer need not have. */
const stopWords = new Set(
  `a about am an and any are as at be been but by can could did do does for from get had has have how i if in into
  is it its me my of on or our should so some that the their them then there these they this to us was we were what
  when where which who why will with would you your
  another make makes mean means need needs see use used using want way work works`.split(/\s+/),
);

export function isStopWord(form: string): boolean {
  return stopWords.has(form);
}

/** The same for all endings of a word; a word of another script is its own stem. */
export function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
