/** A longer passage is named by its first and its last words. */
const WHOLE_MAX_WORDS = 8;
const END_WORDS = 4;

/**
 * Writes the fragment that makes a browser scroll to these words and mark them: `#:~:text=The%20first%20words,the%20end`.
 * https://wicg.github.io/scroll-to-text-fragment/
 */
export function writeTextFragment(passage: string): string {
  // Browsers find a term only within a block of the page, and a passage has a line for each.
  const lines = passage.split('\n').map((line) => line.split(/\s+/).filter(Boolean));
  const [first = []] = lines;
  const last = lines.at(-1) ?? first;
  const isWhole = lines.length === 1 && first.length <= WHOLE_MAX_WORDS;
  const ends = isWhole ? [first] : [first.slice(0, END_WORDS), last.slice(-END_WORDS)];
  return `#:~:text=${ends.map((end) => encodeTerm(end.join(' '))).join(',')}`;
}

/** Dashes separate the context of a term, so they are encoded too. */
function encodeTerm(term: string): string {
  return encodeURIComponent(term.toWellFormed()).replaceAll('-', '%2D');
}
