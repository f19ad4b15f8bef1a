import type { ArticleSource } from '../article-source.ts';
import { checkEach, type Manual, type Rule } from '../rule.ts';
import { findMatches, listWords } from '../words.ts';

interface Habit {
  pattern: RegExp;
  advice: string;
}

/** A sentence that begins with a question and answers it: "Which key it needs, the table shows." */
const inversion =
  /(?:^|(?<=[.!?:;]\s))(?:Which|Whether|What|Who|Whom|Whose|How|When|Where|Why)\b[^.!?;]*,\s(?!(?:and|as|but|or)\b)(?:[^.!?;,]*\s)?(?:shows?|says?|knows?|tells?|decides?|lists?|explains?|describes?|answers?)(?: you)?[.;]/g;

/** Words that are English one by one, and that no native editor puts together like this. */
const habits: readonly Habit[] = [
  {
    pattern:
      /\b(?:stands?|stood|standing) (?:(?:also|only|already|still|always|directly) )?(?:in|at|on|there|here|with|under|among|beside|between|above|below|behind|next to|outside|inside)\b/gi,
    advice: 'say that it "is" there, or "See" with the link',
  },
  { pattern: /\bbelong(?:s|ed|ing)? into\b/gi, advice: 'write "goes in", "belongs in", or "use … for"' },
  { pattern: /\bshall\b/gi, advice: 'write "should", "must", or what happens' },
  { pattern: /\bin the place of\b/gi, advice: 'write "instead of"' },
  { pattern: /\banew\b/gi, advice: 'write "again"' },
  { pattern: /\bfor ever\b/gi, advice: 'write "forever", or how long' },
  { pattern: /\bspeaks? against\b/gi, advice: 'say which reason there could be' },
  { pattern: /\bin the manner of\b/gi, advice: 'write "like" or "as in"' },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|different|better|way)(?=[a-z])/gi,
    advice: 'write "is not a"',
  },
  {
    pattern: /\b(?:nothing of (?:this|that|it)|and no part of)\b/gi,
    advice: 'write "none of this" or "not part of"',
  },
  {
    pattern:
      /\bas installed,? (?:(?:it|they|the (?:background )?job) runs? )?(?:every|daily|weekly|hourly|up to)\b/gi,
    advice: 'write "by default"',
  },
  { pattern: /\b(?:blanks|a blank(?= (?:at|in|before|after|or)\b|[,.]))/gi, advice: 'write "space"' },
  { pattern: /\ba mobile(?=[.,;:]| (?:or|and)\b)/gi, advice: 'write "a phone"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, advice: 'write "fix", "correct" or "solve"' },
  {
    pattern: /\b(?:behind|in front of) the (?:email|event|gateway|step|task|timer|trigger)s?\b/gi,
    advice: 'write "after" or "before": these are steps in time',
  },
  {
    pattern: /\b(?:answer|body|call|element|node|request|row)s? (?:also )?carr(?:y|ies)\b/gi,
    advice: 'write "has", "contains" or "needs"',
  },
  { pattern: /\b[a-z]+ \/ [a-z]+\b/g, advice: 'write "or", or two sentences' },
  { pattern: /\bthe ones? of\b/gi, advice: 'repeat the noun' },
  { pattern: /\bthe own\b/gi, advice: 'write "your own" or "its own"' },
  { pattern: /\bno (?:reader|writer|user)s? of (?:its|their) own\b/gi, advice: 'say who it is for' },
  { pattern: /\ban error answers\b/gi, advice: 'write "you get an error"' },
  {
    pattern: /\b(?:there|here|where)(?:by|of|upon|with|from|after)\b(?!-)/gi,
    advice: 'say by, of or with what',
  },
  {
    pattern: /\b(?:is|are) (?:another|a different) matter\b/gi,
    advice: 'write "is separate", and say what is different',
  },
  { pattern: /\b(?:is|are) there (?:only )?if\b/gi, advice: 'write "You see … only if"' },
  { pattern: /\bthe way of (?:a|the|this|your) case\b/gi, advice: 'write "where the case goes"' },
  { pattern: /\bmixed up\b/gi, advice: 'write "confused"' },
  { pattern: /\blearns? of\b/gi, advice: 'write "finds out about" or "hears about"' },
  { pattern: /\bsigns and (?:digits|numbers)\b/gi, advice: 'write "symbols"' },
  {
    pattern: /\b(?:has|have|had) another (?:order|form|name) than\b/gi,
    advice: 'write "is not the same as"',
  },
  { pattern: /\bwithout (?:any|some)body's help\b/gi, advice: 'write "automatically"' },
  {
    pattern:
      /\b(?:a|an empty) text(?!(?: document| editor| field| control| variable| file| area| annotation| column)|\w)/gi,
    advice: 'write "text", or "a string" in code',
  },
  { pattern: /\bother way round\b/gi, advice: 'write "the other way around"' },
  { pattern: /\bhears? of\b/gi, advice: 'write "finds out about"' },
  { pattern: /\bfor certain\b/gi, advice: 'write "always", or say how' },
  { pattern: inversion, advice: 'begin with the subject: "The table shows which …"' },
];

/** Finds sentences that are English word by word and that no native editor would write. */
export const stilted: Rule = (manual) =>
  checkEach(listReadable(manual), ({ lines }) =>
    lines.flatMap((line) =>
      habits.flatMap(({ pattern, advice }) =>
        findMatches([line], pattern, (words) => `"${words}" is not natural English: ${advice}.`),
      ),
    ),
  );

type Line = { text: string; line: number };

/** Lists whole blocks, because the words of a sentence can be spread over links and bold names. */
function listReadable(manual: Manual): { file: string; lines: Line[] }[] {
  const data = listWords({ ...manual, articles: [] });
  return [
    ...manual.articles.map((article) => ({ file: article.file, lines: listLines(article) })),
    ...data.map(({ file, prose }) => ({ file, lines: prose })),
  ];
}

function listLines({ frontMatter, headings, blocks }: ArticleSource): Line[] {
  const { description } = frontMatter;
  return [
    ...(typeof description === 'string' ? [{ text: description, line: 1 }] : []),
    ...headings,
    ...blocks.flatMap(({ text, line }) =>
      text.split('\n').map((part, index) => ({ text: part, line: line + index })),
    ),
  ];
}
