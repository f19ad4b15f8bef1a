import { CELL_BORDER } from '../../../markdown/article.ts';
import type { AskedSection } from './question-site.ts';

type SectionText = Pick<AskedSection, 'title' | 'heading' | 'texts'>;

const QUESTION_MIN_WORDS = 3;
const QUESTION_MAX_WORDS = 14;
/** The words before the verb in a sentence that becomes a question by moving the verb. */
const SUBJECT_MAX_WORDS = 6;
/** A longer title doesn't fit behind a question. */
const TITLE_MAX_WORDS = 3;

/** Words that mean nothing without the text around them. */
const vagueWords =
  /\b(?:it|its|itself|this|that|these|those|they|them|their|he|she|his|her|here|there|above|below|following|such|same|both|ones?|former|latter|see|then)\b/i;
/** Signs of code, of quotations and of incomplete sentences. */
const strangeSigns = /[{}()<>=`"“”„*|\\/@#$_[\]:;…→·]/;
/** Verbs that begin a question. `Does` and `has` may be the only verb: `A button does nothing`. */
const auxiliary =
  /^(?:is|are|was|were|can|could|will|isn't|aren't|wasn't|weren't|can't|couldn't|won't|doesn't|don't|didn't|hasn't|haven't)$/;
const questionWord = /^(?:how|what|when|where|which|who|why)\b/i;
/** Words that a goal or a task never begins with: `To the left of …`, `In a container`. */
const noVerb =
  /^(?:the|an?|each|every|all|any|some|no|my|your|our|one|two|which|what|do|be|about|after|against|as|at|before|behind|below|beside|between|by|during|for|from|if|in|into|of|on|over|since|through|to|under|until|when|where|while|with|within|without)$/i;
/** Words that make a symptom too long to be turned into a question. */
const secondClause = /,| (?:and|but|although|because|while|until) /;

/** Headings of the first column in tables of problems. */
const problemColumn = /\b(?:what you see|what happens|problems?|symptoms?|errors?|issues?|troubles?)\b/i;
/** Headings of the first column in tables whose rows explain a thing by its name. */
const namedColumn =
  /^(?:settings?|options?|fields?|propert(?:y|ies)|permissions?|buttons?|status(?:es)?|states?|columns?|roles?|actions?|commands?)$/i;

/**
 * Writes the questions that a section seems to answer: from goals, conditions and definitions in its sentences, from
 * the rows of its tables, and from its heading. They are in lower case and end without a question mark, as readers
 * type.
 */
export function draftEnglishQuestions(section: SectionText): string[] {
  const sentences = section.texts
    .filter((text) => !text.includes(CELL_BORDER))
    .flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z])/));
  const drafts = [
    ...draftFromTables(section.texts),
    ...sentences.flatMap(draftFromSentence),
    ...draftFromHeading(section),
  ];
  return [...new Set(drafts.map(tidy).filter(isUsable))];
}

/** `Delete a file` on the page `Folders` becomes `how do I delete a file in folders`. */
function draftFromHeading({ title, heading }: SectionText): string[] {
  if (heading === title || title.split(' ').length > TITLE_MAX_WORDS || questionWord.test(title)) return [];
  const [, verb, rest] = /^(\w+) ((?:an?|the|your) .+)$/.exec(heading) ?? [];
  if (verb === undefined || rest === undefined || noVerb.test(verb) || verb.endsWith('ing')) return [];
  return [`how do I ${lowerFirst(verb)} ${rewriteAsReader(rest)} in ${lowerFirst(title)}`];
}

/** Rows of tables of problems, and rows that explain a setting or another thing by its name. */
function draftFromTables(texts: readonly string[]): string[] {
  let column: string | undefined;
  return texts.flatMap((text) => {
    if (!text.includes(CELL_BORDER)) {
      column = undefined;
      return [];
    }
    const [cell = ''] = text.split(CELL_BORDER);
    if (column === undefined) {
      column = cell;
      return [];
    }
    if (problemColumn.test(column))
      return cell
        .split(/(?<=[.!?])\s+/)
        .slice(0, 1)
        .flatMap(askAboutProblem);
    if (namedColumn.test(column) && /^[A-Z]/.test(cell))
      return [`what does the ${toSingular(column.toLowerCase())} ${cell} do`];
    return [];
  });
}

/** `The file is missing.` becomes `why is the file missing`. */
function askAboutProblem(symptom: string): string[] {
  const clause = rewriteAsReader(lowerFirst(symptom.replace(/[.!?]+$/, '')));
  const words = clause.split(' ');
  const index = words.findIndex((word) => auxiliary.test(word));
  if (index > 0 && index <= SUBJECT_MAX_WORDS && !secondClause.test(clause))
    return [`why ${words[index]} ${words.slice(0, index).join(' ')} ${words.slice(index + 1).join(' ')}`];
  return [clause];
}

function draftFromSentence(sentence: string): string[] {
  const [, wish] = /^If you (?:want|need|would like) to ([^,.:]+),/.exec(sentence) ?? [];
  if (wish !== undefined) return askForGoal(wish);
  const [, goal] = /^To ([^,.:]+), /.exec(sentence) ?? [];
  if (goal !== undefined) return askForGoal(goal);
  const [, ability] = /^You can (?:also |then |only )?([^,.:]+)[,.:]/.exec(sentence) ?? [];
  if (ability !== undefined)
    return /^(?:not|no)\b/.test(ability) ? [] : [`can I ${rewriteAsReader(ability)}`];
  const [, refusal] = /^You can(?:not|'t|’t) ([^,.:]+)[,.:]/.exec(sentence) ?? [];
  if (refusal !== undefined) return [`why can't I ${rewriteAsReader(refusal)}`];
  const [, condition] = /^If ([^,.:]+),/.exec(sentence) ?? [];
  if (condition !== undefined) return [`what happens if ${rewriteAsReader(condition)}`];
  const [, article, term] =
    /^(An? )?([A-Za-z][\w -]{2,40}?) (?:is an? |is the |means |stands for )/.exec(sentence) ?? [];
  if (term === undefined || /^(?:the|you|there|who)\b/i.test(term)) return [];
  if (noVerb.test(term.split(' ', 1)[0] ?? '')) return [];
  return [`what is ${(article ?? '').toLowerCase()}${article === undefined ? lowerFirst(term) : term}`];
}

function askForGoal(goal: string): string[] {
  const [verb = ''] = goal.split(' ');
  return noVerb.test(verb) ? [] : [`how do I ${rewriteAsReader(goal)}`];
}

/** Says in the first person what the text says to its reader: `your file` becomes `my file`. */
function rewriteAsReader(text: string): string {
  return text
    .replace(/\byou(?:'|’)re\b|\byou are\b/gi, 'I am')
    .replace(/\byours\b/gi, 'mine')
    .replace(/\byourself\b/gi, 'myself')
    .replace(/\byour\b/gi, 'my')
    .replace(/\b(lets?|allows?|gives?|tells?|shows?|asks?|sends?|for|with|by|from) you\b/gi, '$1 me')
    .replace(/\byou\b/gi, 'I');
}

/** Writes the first letter in lower case, except in abbreviations and names such as `iPhone`, `URL` or `McGyver`. */
function lowerFirst(text: string): string {
  return /^\p{Lu}(?:\p{Ll}+|(?= ))(?!\p{Lu})/u.test(text) && !text.startsWith('I ')
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function toSingular(noun: string): string {
  if (noun.endsWith('statuses')) return 'status';
  if (noun === 'status') return noun;
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

function tidy(question: string): string {
  return question
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .replace(/[\s.,?!]+$/, '');
}

function isUsable(question: string): boolean {
  const words = question.split(' ');
  return (
    words.length >= QUESTION_MIN_WORDS &&
    words.length <= QUESTION_MAX_WORDS &&
    !vagueWords.test(question) &&
    !strangeSigns.test(question)
  );
}
