/** Shorter stems have too few letters to tell an ending from the rest. */
const STEM_MIN_LETTERS = 4;

/**
 * Joins the stems of Finnish nouns that change between the dictionary form, which readers type, and other forms and
 * compounds. Snowball has several stems for these nouns:
 *
 * - `oikeus`, `oikeuden`, `käyttöoikeuksia` (right): `oikeus`
 * - `kirjautuminen`, `kirjautumisen`, `kirjautumissivu` (signing in): `kirjautumis`
 * - `palvelin`, `palvelimen`, `tietokantapalvelimella` (server): `palvel`
 * - `kieli`, `kielen`, `kieltä` (language): `kiel`
 *
 * @param writtenWord The word as written, in lower case.
 * @param stem Its stem from Snowball.
 */
export function findFinnishStem(writtenWord: string, stem: string): string {
  if (stem.length < STEM_MIN_LETTERS) return stem;
  if (writtenWord.endsWith('nen')) return `${writtenWord.slice(0, -3)}s`;
  return stem
    .replace(/im$|(?<=[uy])(?:ks|d|t)$/, (ending) => (ending === 'im' ? '' : 's'))
    .replace(/[ei]$/, '');
}
