/** Path and title of a page. */
export type TitledPath = readonly [path: string, title: string];

const SHOWN_MAX = 5;
/** Below this, a page hardly shares a word with the request. */
const LEAST_LIKENESS = 0.28;

/**
 * Pages similar to a path, most similar first. The last part of a path says most about what was meant; the rest tells
 * similar ones apart.
 */
export function nearestTitles(path: string, pages: readonly TitledPath[]): TitledPath[] {
  const whole = listPairs(path);
  const last = listPairs(lastPart(path));
  return pages
    .map((page) => {
      const [address, title] = page;
      const name = Math.max(likeness(last, listPairs(lastPart(address))), likeness(last, listPairs(title)));
      return { page, score: 0.75 * name + 0.25 * likeness(whole, listPairs(address)) };
    })
    .filter(({ score }) => score >= LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN_MAX)
    .map(({ page }) => page);
}

function lastPart(path: string): string {
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
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
