import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Environment } from '../../config/environment.ts';
import { commonWords, plainWord } from './common-words.ts';

const PASSWORD_MIN_CHARACTERS = 12;
const PASSWORD_MAX_CHARACTERS = 256;
/**
 * A password that a cracker's lists and rules reach within 10^8.2 guesses is none: 150 million take an afternoon at the
 * price of one hash here, and a second at that of others. `Summer2026!!` takes 10^8.0.
 */
const GUESSES_MIN_LOG10 = 8.2;

/** The form in which a password is hashed: the same word typed on two systems is the same password. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * What is wrong with a new password, as one sentence; `undefined` when nothing is. `words`: what everybody would try
 * here first, such as the name of the site.
 */
export async function passwordFault(
  password: string,
  email: string,
  words: readonly string[] = [],
): Promise<string | undefined> {
  const text = normalisePassword(password);
  const characters = [...text];
  if (characters.length < PASSWORD_MIN_CHARACTERS) {
    return `The password must have at least ${PASSWORD_MIN_CHARACTERS} characters.`;
  }
  if (!fits(characters)) return `The password must have at most ${PASSWORD_MAX_CHARACTERS} characters.`;
  // Half a character: two such passwords would have one hash.
  if (!text.isWellFormed()) return 'The password has characters that cannot be kept.';
  const lower = text.toLowerCase();
  if (lower === email || lower === email.split('@')[0]) return 'The password must not be the e-mail.';
  const known = wordsOf(email, ...words);
  if (isDecoratedWord(text, known) || (await guessesLog10(text, known)) < GUESSES_MIN_LOG10)
    return 'This password is among the first that are guessed: choose another.';
  return undefined;
}

/** False for what no account can have as its password. */
export function canBePassword(password: string): boolean {
  // The plain length first: normalising is work too.
  return password.length <= 4 * PASSWORD_MAX_CHARACTERS && fits([...normalisePassword(password)]);
}

/** What of this site everybody knows. */
export function siteWords({ BASE_URL }: Pick<Environment, 'BASE_URL'>, siteName?: string): string[] {
  return [...(BASE_URL === undefined ? [] : [new URL(BASE_URL).hostname]), ...(siteName ? [siteName] : [])];
}

/** Each as it is, and the words that it is made of. */
function wordsOf(...names: readonly string[]): string[] {
  return names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
}

/** More of them are a phrase, which the lists judge. */
const DECORATED_WORDS_MAX = 3;
/** Digits and signs that stand for a letter between letters, or before one. */
const LETTER_SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Whether all letters of a password belong to a few words that everybody tries, whatever digits and signs are around
 * them: `Sommer2026!!`, `2026-Gatehouse`, `W1llkommen#2026`, `OtoñoOtoño26`.
 */
function isDecoratedWord(password: string, siteAndOwner: readonly string[]): boolean {
  const words = new Set([...commonWords(), ...siteAndOwner.map(plainWord)].filter((word) => word.length > 2));
  const spelled = password.replace(/(?<=^|[^\d])[013457@$](?=\p{L})/gu, (sign) => LETTER_SIGNS[sign] ?? sign);
  return [password, spelled].some((text) => {
    const runs = plainWord(text).match(/\p{L}+/gu) ?? [];
    const counts = runs.filter((run) => run.length > 1).map((run) => fewestWords(run, words));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return total > 0 && total <= DECORATED_WORDS_MAX;
  });
}

/** Of how many of these words a text is made, one after the other; infinitely many where it isn't. */
function fewestWords(text: string, words: ReadonlySet<string>): number {
  const fewest = [0];
  for (let end = 1; end <= text.length; end++) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - LONGEST_WORD_CHARACTERS); start < end; start++)
      if (words.has(text.slice(start, end)))
        best = Math.min(best, (fewest[start] ?? Number.POSITIVE_INFINITY) + 1);
    fewest[end] = best;
  }
  return fewest[text.length] ?? Number.POSITIVE_INFINITY;
}

const LONGEST_WORD_CHARACTERS = 40;

function fits(characters: readonly string[]): boolean {
  return characters.length <= PASSWORD_MAX_CHARACTERS;
}

/** The common lists are of English passwords; these are what else people begin with, and what everybody has read of. */
const FURTHER = [
  ...['administrador', 'contraseña', 'bienvenido', 'documentación', 'documentation', 'welcome', 'changeme'],
  ...['spring', 'summer', 'autumn', 'winter', 'primavera', 'verano', 'otoño', 'invierno'],
  ...['correcthorsebatterystaple', 'correct horse battery staple'],
];

/** Longer ones take seconds: what the first characters don't say, the others don't mend. */
const JUDGED_CHARACTERS = 64;

let loaded: Promise<ZxcvbnFactory> | undefined;

/** How many guesses a cracker needs who knows the common lists, keyboards, dates and substitutions, as log10. */
async function guessesLog10(password: string, words: readonly string[]): Promise<number> {
  loaded ??= load();
  const judge = await loaded;
  return judge.check(password.slice(0, JUDGED_CHARACTERS), [...words]).guessesLog10;
}

/** Loaded when the first password is chosen: the lists take 50 ms. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary, further: FURTHER }, graphs: adjacencyGraphs });
}
