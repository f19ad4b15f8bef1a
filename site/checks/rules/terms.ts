import { z } from 'zod';
import { checkEach, type Rule } from '../rule.ts';
import { findMatches, listWords } from '../words.ts';

const glossary = z.array(z.looseObject({ term: z.string(), not: z.array(z.string()) }));

/** Each term has one spelling. */
export const terms: Rule = (manual) => {
  const { file, text } = manual.file('docs/_data/glossary.json');
  const spellings = glossary
    .parse(JSON.parse(text))
    .filter(({ not }) => not.length > 0)
    .map(({ term, not }) => ({
      term,
      pattern: new RegExp(`(?<![\\w-])(?:${not.map(escapePattern).join('|')})(?![\\w-])`, 'g'),
    }));
  return checkEach(listWords(manual), ({ prose, headings }) =>
    spellings.flatMap(({ term, pattern }) =>
      findMatches(
        [...prose, ...headings],
        pattern,
        (words) => `"${words}" is spelled "${term}" here; see ${file}.`,
      ),
    ),
  );
};

function escapePattern(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
