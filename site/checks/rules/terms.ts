import type { Problem } from 'gatehouse/checks';
import { z } from 'zod';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const schema = z.array(z.looseObject({ term: z.string(), not: z.array(z.string()) }));

export type Glossary = readonly { term: string; wrong: RegExp }[];

/** The one spelling of each term, and a pattern for the spellings that are wrong. */
export function parseGlossary(text: string): Glossary {
  return schema
    .parse(JSON.parse(text))
    .filter(({ not }) => not.length > 0)
    .map(({ term, not }) => ({
      term,
      wrong: new RegExp(`(?<![\\w-])(?:${not.map(escapePattern).join('|')})(?![\\w-])`, 'g'),
    }));
}

function escapePattern(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function checkTerms(
  { file, prose }: Pick<ArticleSource, 'file' | 'prose'>,
  glossary: Glossary,
): Problem[] {
  return prose.flatMap(({ text, line }) =>
    glossary.flatMap(({ term, wrong }) =>
      [...text.matchAll(wrong)].map(([found]) =>
        problemAt(
          'term',
          { file, line },
          `"${found}" is spelled "${term}" here; see docs/_data/glossary.json.`,
        ),
      ),
    ),
  );
}
