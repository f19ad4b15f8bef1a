import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Environment } from '../../config/environment.ts';
import type { Sentence } from '../../config/texts.ts';
import { listCommonWords, simplifyWord } from './common-words.ts';

const PASSWORD_MIN_CHARACTERS = 12;
const PASSWORD_MAX_CHARACTERS = 256;
/**
 * Passwords that a cracker's lists and rules find within 10^8.2 guesses are rejected. 150 million guesses take an
 * afternoon with our hash, and a second with faster ones. `Summer2026!!` takes 10^8.0.
 */
const GUESSES_MIN_LOG10 = 8.2;

/** Returns the form that is hashed, so that the same word typed on two systems is the same password. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Returns what is wrong with a new password, or `undefined`. `words`: what an attacker would try first
 * here, such as the name of the site.
 */
export async function findPasswordFault(
  password: string,
  email: string,
  words: readonly string[] = [],
): Promise<Sentence | undefined> {
  const text = normalisePassword(password);
  const characters = [...text];
  if (characters.length < PASSWORD_MIN_CHARACTERS) {
    return { text: 'passwordTooShort', values: { min: PASSWORD_MIN_CHARACTERS } };
  }
  if (isTooLong(characters)) return { text: 'passwordTooLong', values: { max: PASSWORD_MAX_CHARACTERS } };
  // Two passwords with different unpaired surrogates would have the same hash.
  if (!text.isWellFormed()) return { text: 'passwordUnreadable' };
  const lower = text.toLowerCase();
  if (lower === email || lower === email.split('@')[0]) return { text: 'passwordIsEmail' };
  const siteAndOwnerWords = splitNames(email, ...words);
  if (
    isDecoratedWord(text, siteAndOwnerWords) ||
    (await estimateGuessesLog10(text, siteAndOwnerWords)) < GUESSES_MIN_LOG10
  )
    return { text: 'passwordTooEasy' };
  return undefined;
}

/** Whether a text can be the password of any account. */
export function canBePassword(password: string): boolean {
  // Checks the length before normalizing, which takes time for long texts.
  return password.length <= 4 * PASSWORD_MAX_CHARACTERS && !isTooLong([...normalisePassword(password)]);
}

/** Lists words that everyone knows about this site: its host and its name. */
export function listSiteWords({ BASE_URL }: Pick<Environment, 'BASE_URL'>, siteName?: string): string[] {
  return [...(BASE_URL === undefined ? [] : [new URL(BASE_URL).hostname]), ...(siteName ? [siteName] : [])];
}

/** Returns the names and the words that they consist of. */
function splitNames(...names: readonly string[]): string[] {
  return names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
}

/** More words than this are a phrase, which `estimateGuessesLog10` judges. */
const DECORATED_WORDS_MAX = 3;
/** Digits and signs that people write instead of letters. */
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
 * Whether all letters of a password belong to a few common words, whatever digits and signs are around them:
 * `Sommer2026!!`, `2026-Gatehouse`, `W1llkommen#2026`, `OtoñoOtoño26`.
 */
function isDecoratedWord(password: string, siteAndOwner: readonly string[]): boolean {
  const words = new Set(
    [...listCommonWords(), ...siteAndOwner.map(simplifyWord)].filter((word) => word.length > 2),
  );
  const spelledPassword = password.replace(
    /(?<=^|[^\d])[013457@$](?=\p{L})/gu,
    (sign) => LETTER_SIGNS[sign] ?? sign,
  );
  return [password, spelledPassword].some((text) => {
    const runs = simplifyWord(text).match(/\p{L}+/gu) ?? [];
    const counts = runs.filter((run) => run.length > 1).map((run) => countFewestWords(run, words));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return total > 0 && total <= DECORATED_WORDS_MAX;
  });
}

/** Returns the smallest number of these words that form the text when joined, or infinity if they can't. */
function countFewestWords(text: string, words: ReadonlySet<string>): number {
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

function isTooLong(characters: readonly string[]): boolean {
  return characters.length > PASSWORD_MAX_CHARACTERS;
}

/** The common lists contain English passwords. These are other frequent beginnings, and famous examples. */
const ADDITIONAL_WORDS = [
  ...['administrador', 'contraseña', 'bienvenido', 'documentación', 'documentation', 'welcome', 'changeme'],
  ...['spring', 'summer', 'autumn', 'winter', 'primavera', 'verano', 'otoño', 'invierno'],
  ...['correcthorsebatterystaple', 'correct horse battery staple'],
];

/** Only these characters are judged, because longer texts take seconds. */
const JUDGED_CHARACTERS = 64;

let loadingFactory: Promise<ZxcvbnFactory> | undefined;

/** Estimates how many guesses a cracker needs who knows common passwords, keyboards, dates and substitutions. */
async function estimateGuessesLog10(password: string, words: readonly string[]): Promise<number> {
  loadingFactory ??= load();
  const judge = await loadingFactory;
  return judge.check(password.slice(0, JUDGED_CHARACTERS), [...words]).guessesLog10;
}

/** Loads the lists when the first password is chosen, because loading takes 50 ms. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, further: ADDITIONAL_WORDS },
    graphs: adjacencyGraphs,
  });
}
