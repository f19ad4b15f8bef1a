import { normaliseWord } from './words.ts';

/** Shorter words would have the same stem as too many others: `पता` (address) and `पति` (husband). */
const STEM_MIN_LETTERS = 3;

/** Endings of plurals, cases and genders, longest first. */
const endings = ['ियां ियों ाओं ाएं ुओं ुएं', 'ओं एं यों', 'ों ें ीं ां', 'े ी ा ो ू'].join(' ').split(' ').map(normaliseWord);

/** Finds the stem of a Hindi word in its indexed form: `खात` for `खाता` (account), `खाते` and `खातों`. */
export function findHindiStem(form: string): string {
  const ending = endings.find(
    (candidate) => form.endsWith(candidate) && form.length - candidate.length >= STEM_MIN_LETTERS,
  );
  return ending === undefined ? form : form.slice(0, -ending.length);
}
