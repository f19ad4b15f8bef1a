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

/** Words that say nothing about the subject of a question, besides the stop words. */
const wordsOfAsking = new Set(
  `anyone anything best different difference does do exactly explain find get give happen happens help know like
  long look many much mean need one only please possible possibly really someone something somebody tell thing things
  time times try trying understand way ways whether without within while often soon still just same also
  set let go come take put keep able want say says said now ever never before after again already
  one two first over under through via against between during may might
  lets t s m ve re ll`.split(/\s+/),
);

/** Whether the word is one of those with which people ask, whatever they ask about. */
export function isWordOfAsking(form: string): boolean {
  return wordsOfAsking.has(form);
}

/** The stem of a word, which is the same for all its endings. A word in another script is its own stem. */
export function findStem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
