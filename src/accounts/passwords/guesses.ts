import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

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
export async function guessesLog10(password: string, words: readonly string[]): Promise<number> {
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
