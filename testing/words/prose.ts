import type { Passage, PassageKind } from './source-text.ts';

/** A habit of writing that is English word by word, and that no native writer would use. */
interface Habit {
  pattern: RegExp;
  advice: string;
  /** Labels and headings may be like this. */
  allowsLabels?: boolean;
  /** Kinds of passages that may not be like this, or all. The reader of a comment doesn't know yet what it is about. */
  kinds?: readonly PassageKind[];
}

/** Where a sentence begins: at the start of a passage, of a list item, or after the end of another sentence. */
const SENTENCE = String.raw`(?<=^\s*(?:[-*]\s+)?|[.!?:]\s+|\n\s*\n\s*)`;

const matchSentenceStart = (words: string) => new RegExp(`${SENTENCE}(?:${words})`, 'g');

const habits: readonly Habit[] = [
  {
    // "As in Docusaurus, a category is a link" has a subject, "As in Docusaurus" doesn't.
    pattern:
      /(?<=^\W*)(?:As (?!in [^,.]+, )|By (?!default\b|then\b)|(?:It|They|Those|Its|Their|Also|And|But|So) |Each (?:has|is|by|from|with|of)\b|(?:Refused|Asked|Drawn|Counted|Taken|Kept)(?:,| (?:by|as|from|in)\b))/g,
    advice: 'name what the comment is about',
    kinds: ['comment'],
  },
  {
    // "Key of its set" makes the reader look for what "its" is. "A list with its rows" doesn't.
    pattern:
      /(?<=^\W*)(?:(?:The|All|More|Only|Most|Some) )?[\w-]+(?: [\w-]+)? of (?:its|their|it|them)\b(?! own\b)/g,
    advice: 'name what "it" is',
    kinds: ['comment'],
  },
  {
    // "Loaded only here" and "Longer than a token is valid" make the reader look for what is loaded or longer.
    pattern:
      /(?<=^\W*)(?:(?:Written|Loaded|Made|Checked|Compiled|Stored|Answered)(?: (?:by|here|only|when|with|once|first|before|now|as|in|from|for|if)\b|,)|(?:Longer|Shorter|Larger|Smaller|Higher|Lower|Less) than\b|The same(?:,| (?:as|by|for|of|at|after|if|in|holds)\b))/g,
    advice: 'name what the comment is about',
    kinds: ['comment'],
  },
  {
    // "It is not a limit but a fault" stresses the word. Names and labels can quote what other programs say.
    pattern:
      /\b(?:[Dd]o|[Dd]oes|[Dd]id|[Cc]ould|[Ww]ould|[Ss]hould|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Hh]ad) not\b(?! only\b| so much\b| [^.;:]*\bbut\b)|\b[Cc]annot\b/g,
    advice: 'use a contraction: "doesn\'t", "can\'t"',
    kinds: ['comment', 'title', 'message'],
  },
  {
    // "that is damaged" and "its texts" make sense only below the title of their group.
    pattern: /^(?:that|who|whose|which|what|of|and|or|it|its|they|their) /g,
    advice: 'write a sentence about behaviour: "rejects a file that is damaged"',
    kinds: ['title'],
  },
  { pattern: matchSentenceStart(String.raw`Of (?!course\b)[a-z]`), advice: 'begin with the subject' },
  {
    pattern: matchSentenceStart(
      String.raw`(?:Who|Whom|Whose|What) (?!(?:is|are|does|do|if|can|should) (?:[^.?!]*)\?)[a-z][^.?!]*(?:[.!]|$)`,
    ),
    advice: 'begin with the subject; a noun clause is not one',
    allowsLabels: true,
  },
  {
    pattern: /\b(?:nobody|everybody|whoever|whomever|whosoever)\b/gi,
    advice: 'write "no user", "readers", "anyone who"',
  },
  { pattern: /\bfor who\b/gi, advice: 'write "for those who" or name them' },
  {
    pattern:
      /(?<!\b(?:there|here|it) )(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|different\b|better\b|worse\b|way\b|one\b|need\b)(?=[a-z])/gi,
    advice: 'write "isn\'t a" or "has no"',
  },
  {
    pattern: /\b(?:is|are|was|were|be|been|being) (?:never |not |only |also )?told\b|\btold of\b/gi,
    advice: 'write "learns", "sees", "receives"',
  },
  {
    pattern: /\b(?:is|are|was|were|be) (?:also |not |never |only )?said\b(?! to be)/gi,
    advice: 'name who or what says it: "the log shows"',
  },
  { pattern: /\bnone of\b/gi, advice: 'write "no …" or "doesn\'t … any"' },
  {
    pattern:
      /\b(?:stands?|stood|standing) (?:(?:also|only|already|still|always|directly) )?(?:in|at|on|for|there|here|with|under|among|beside|between|above|below|behind|next to|outside|inside)\b(?! its own\b)/gi,
    advice: 'write that it "is" there',
  },
  {
    pattern: /\b(?:lies|lay|lie|lain) (?:there|here|in|at|on|beside|under|among|next to|elsewhere)\b/gi,
    advice: 'write that it "is" there, or "is stored in"',
  },
  {
    pattern: /\bblanks?\b(?! (?:lines?|page|screen|tab|window|form|field|template|row)\b)/gi,
    advice: 'write "space" or "empty"',
  },
  { pattern: /\bas far as\b/gi, advice: 'say the limit: "if", "where", "up to"' },
  { pattern: /\bany ?more\b(?! than\b)/gi, advice: 'write "no longer"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, advice: 'write "fix"' },
  {
    pattern: /\b(?:comes?|came|coming) along\b/gi,
    advice: 'write "is migrated", "is included", "moves too"',
  },
  { pattern: /\bwritten down\b/gi, advice: 'write "recorded" or "stored"' },
  { pattern: /\b(?:is|are|be|was|were) good for\b/gi, advice: 'write "expires after" or "works for"' },
  { pattern: /\b(?:comes?|came) to nothing\b/gi, advice: 'write "fails"' },
  { pattern: /\bonce more\b/gi, advice: 'write "again"' },
  {
    pattern: /\b(?:anew|for ever|the own|shall|belong(?:s|ed)? into|in the place of|in the manner of)\b/gi,
    advice: 'write "again", "forever", "its own", "must", "belongs in", "instead of", "like"',
  },
  {
    pattern: /\b(?:there|here|where)(?:by|of|upon|with|from|after|to)\b(?!-)/gi,
    advice: 'say by, of or with what',
  },
  {
    pattern: /\b(?:nothing of (?:this|that|it)|of all that|all that is said)\b/gi,
    advice: 'write "none" or name the things',
  },
  { pattern: /\bwhat of (?:a|an|the)\b/gi, advice: 'write "which parts of"' },
  {
    pattern: /\b(?:is|are) there for (?:whom|readers|users|everyone|who)\b/gi,
    advice: 'write "is visible to"',
  },
  { pattern: /\b(?:one|those) that (?:has|have) (?:begun|ended)\b/gi, advice: 'name the thing' },
  { pattern: /\bwork(?:s)? no more\b/gi, advice: 'write "no longer works"' },
  { pattern: /\blook (?:again|among)\b/gi, advice: 'write "check again", "check"' },
];

interface Hit {
  /** Offset in the file. */
  start: number;
  words: string;
  advice: string;
}

/** Stilted English in a passage. Text in back quotes and URLs aren't prose. */
export function findStilted({ text, start, isLabel = false, kind }: Passage): Hit[] {
  const prose = text
    .replaceAll(/```[\s\S]*?```|`[^`\n]*`|https?:\S+/g, (code) => 'x'.repeat(code.length))
    .replaceAll(/(?<=[^\s.!?:])\n[ \t]*(?=[^\s\-*@#|>])/g, (gap) => gap.replaceAll(/[\n\t]/g, ' '));
  const applicable = habits.filter(
    ({ allowsLabels, kinds }) =>
      !(isLabel && allowsLabels) && (!kinds || (kind !== undefined && kinds.includes(kind))),
  );
  return applicable.flatMap(({ pattern, advice }) =>
    [...prose.matchAll(pattern)].map(({ 0: words, index }) => ({
      start: start + index,
      words: words.trim().split(/\s+/).slice(0, 8).join(' '),
      advice,
    })),
  );
}
