/** Path and title of a page. */
export type TitledPath = readonly [path: string, title: string];

const SHOWN_MAX = 5;
/** Below this, a page hardly shares a word with the request. */
const LEAST_LIKENESS = 0.28;
/** Least likeness of two spellings of one word: `texbox` and `textbox` have 0.73. */
const SAME_WORD = 0.6;
/** Shorter words, such as "the" and "are", say nothing about a page. */
const SHORTEST_WORD = 4;

/**
 * Pages similar to a path, most similar first. The last part of a path says most about what was meant; the rest tells
 * similar ones apart. A page must have a word of the last part, in some spelling: letters alone are alike by chance.
 */
export function findNearestTitles(path: string, pages: readonly TitledPath[]): TitledPath[] {
  const whole = listPairs(path);
  const name = getLastPart(path);
  const last = listPairs(name);
  const words = splitWords(name).map(listPairs);
  return pages
    .map((page) => {
      const [address, title] = page;
      const names = [getLastPart(address), title];
      const score = Math.max(...names.map((item) => computeLikeness(last, listPairs(item))));
      return { page, names, score: 0.75 * score + 0.25 * computeLikeness(whole, listPairs(address)) };
    })
    .filter(
      ({ score, names }) =>
        score >= LEAST_LIKENESS && names.some((candidate) => hasWord(candidate, last, words)),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN_MAX)
    .map(({ page }) => page);
}

/** The words of a path's last part, to search for: `case notes` of `/docs/old/case-notes.html`. */
export function splitPath(path: string): string {
  return getLastPart(path)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function splitWords(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter((word) => word.length >= SHORTEST_WORD);
}

/** Whether a name is like the one asked for as a whole, or has one of its words. */
function hasWord(name: string, last: ReadonlySet<string>, words: readonly ReadonlySet<string>[]): boolean {
  if (computeLikeness(last, listPairs(name)) >= SAME_WORD) return true;
  const wordsOfName = splitWords(name).map(listPairs);
  return words.some((word) => wordsOfName.some((nameWord) => computeLikeness(word, nameWord) >= SAME_WORD));
}

function getLastPart(path: string): string {
  return (
    path
      .replace(/(?:\/|\.html|\.md|\/index(?:\.html)?)+$/i, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** Pairs of neighbouring letters: two spellings of a word share most of them. */
function listPairs(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < letters.length; at += 1) pairs.add(letters.slice(at, at + 2));
  return pairs;
}

/** Similarity from 0 to 1 (Dice's coefficient). */
function computeLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const sharedCount = [...a].filter((pair) => b.has(pair)).length;
  return (2 * sharedCount) / (a.size + b.size);
}
