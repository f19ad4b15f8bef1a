import type { ArticleSource } from '../article-source.ts';
import type { Finding, Rule } from '../rule.ts';

/** Shorter sentences can be the same by chance, or are phrases that every page of a kind has. */
const WORDS_MIN = 15;
const LINES_MIN = 5;

interface Piece {
  key: string;
  file: string;
  line: number;
}

/** No two pages have the same sentence or sample: it belongs on one page, and the other one links to it. */
export const repeats: Rule = ({ articles }) => [
  ...findRepeats(articles.flatMap(listSentences), 'This sentence is word by word'),
  ...findRepeats(articles.flatMap(listSamples), 'This sample is line by line'),
];

function listSentences({ file, blocks }: ArticleSource): Piece[] {
  return blocks.flatMap(({ text, line }) =>
    text
      .replace(/\s+/g, ' ')
      .split(/(?<=[.!?:]) /)
      .filter((sentence) => sentence.split(' ').length >= WORDS_MIN)
      .map((key) => ({ key, file, line })),
  );
}

/**
 * A whole trigger of the story may be on several pages: `story-triggers.ts` ensures that its copies are
 * equal.
 */
function listSamples({ file, samples }: ArticleSource): Piece[] {
  return samples
    .filter(({ title, code }) => !title.startsWith('Trigger: ') && code.split('\n').length >= LINES_MIN)
    .map(({ code, line }) => ({ key: code.trimEnd(), file, line }));
}

function findRepeats(pieces: readonly Piece[], what: string): Finding[] {
  return [...Map.groupBy(pieces, ({ key }) => key).values()].flatMap(([first, ...repeats]) =>
    repeats
      .filter(({ file }) => file !== first?.file)
      .map(({ file, line }) => ({
        file,
        line,
        message: `${what} in ${first?.file}:${first?.line} too: keep it on one page, and link there.`,
      })),
  );
}
