import { isRequest, isStatement } from '../../search/query/statement.ts';

/** The kind of passage that would answer. */
export type Wanted = 'steps' | 'meaning' | 'place' | 'reason' | 'amount' | 'person' | 'any';

/** A text of this many words is a question, even without a question word. */
const QUESTION_MIN_WORDS = 6;

/** Words at the beginning of a question, by what they ask for. Without accents, as words are compared. */
const questionWords: Readonly<Record<string, readonly [pattern: string, wants: Wanted][]>> = {
  en: [
    ['how (many|much|long|often|large|big|old|far|fast|soon)', 'amount'],
    ['how come', 'reason'],
    ['how|steps to|ways? to', 'steps'],
    ['(what|which) (is|are|was) the (maximum|minimum|limit|default|size|length|number)', 'amount'],
    ['what (is|are|was|were|s|does .* (mean|do))|whats', 'meaning'],
    ['where', 'place'],
    ['why', 'reason'],
    ['who|whom|whose', 'person'],
    ['what|which|when|can|could|may|do|does|did|is|are|was|will|would|should|must|has|have|am', 'any'],
  ],
  es: [
    ['cuant[oa]s?|cada cuanto', 'amount'],
    ['como', 'steps'],
    ['que (es|son|significa)', 'meaning'],
    ['a ?donde|donde', 'place'],
    ['por que', 'reason'],
    ['quien(es)?', 'person'],
    ['que|cual(es)?|cuando|puedo|se puede|hay|debo|tengo que', 'any'],
  ],
  de: [
    ['wie (viele?|lange|oft|gross|hoch)', 'amount'],
    ['wie', 'steps'],
    ['was (ist|sind|bedeutet|heisst)', 'meaning'],
    ['wo|wohin|woher', 'place'],
    ['warum|wieso|weshalb', 'reason'],
    ['wer|wen|wem', 'person'],
    ['was|wann|welche[rsnm]?|kann|konnen|darf|muss|soll|gibt es|ist|sind|hat', 'any'],
  ],
  fr: [
    ['combien', 'amount'],
    ['comment', 'steps'],
    ['qu est ce que?|que signifie', 'meaning'],
    ['ou', 'place'],
    ['pourquoi', 'reason'],
    ['qui', 'person'],
    ['est ce que|que|quoi|quand|quel(le)?s?|peut on|puis je', 'any'],
  ],
  pt: [
    ['quant[oa]s?', 'amount'],
    ['como', 'steps'],
    ['o que (e|sao|significa)', 'meaning'],
    ['onde|aonde', 'place'],
    ['por ?que', 'reason'],
    ['quem', 'person'],
    ['que|qual|quais|quando|posso|pode se|e possivel', 'any'],
  ],
  it: [
    ['quant[oaie]', 'amount'],
    ['come', 'steps'],
    ['(che )?cos(a)? (e|sono|significa)', 'meaning'],
    ['dove', 'place'],
    ['perche', 'reason'],
    ['chi', 'person'],
    ['che|cosa|quando|quale|quali|posso|si puo', 'any'],
  ],
};
/** Signs in a request to a server or a statement of a program: `DELETE /cases/{id}`. */
const codeSign = /[/\\{}()[\]<>=;$@#*_]/;
/** In languages without spaces, the question word may be anywhere. */
const unspacedQuestion =
  /什么|什麼|怎么|怎麼|如何|哪|为什么|為什麼|多少|吗|嗎|か[。?？]?$|どう|なぜ|何|どこ|อย่างไร|ทำไม|อะไร/u;

/**
 * Recognises a question: it has a question mark, begins with a question word of the language, or has six words or more.
 * In English, a shorter statement or request is one, too: "change my password", "print the order". Returns what it asks for, or undefined
 * for a search for words. Browsers use it, too.
 *
 * @param language BCP 47 tag.
 */
export function recogniseQuestion(text: string, language: string): Wanted | undefined {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  if (unspacedQuestion.test(text)) return 'any';
  const code = language.toLowerCase().split('-', 1)[0] ?? 'en';
  const wants = findQuestionWord(`${words.join(' ')} `, code);
  if (wants !== undefined && words.length > 1) return wants;
  const isAsked = /[?？؟]\s*$/.test(text) && words.length > 1;
  const isLong = countWords(text, code) >= QUESTION_MIN_WORDS;
  const isSaid = code === 'en' && (isStatement(words) || (isRequest(words) && !codeSign.test(text)));
  return isAsked || isLong || isSaid ? 'any' : undefined;
}

function findQuestionWord(plain: string, code: string): Wanted | undefined {
  for (const [pattern, wants] of questionWords[code] ?? questionWords.en ?? []) {
    // A preposition may come first: "in which", "a quién".
    const prefix = '(?:(?:in|on|at|for|to|from|with|by|and|so|y|a|en|de|con|para) )?';
    if (new RegExp(`^${prefix}(?:${pattern}) `).test(plain)) return wants;
  }
  return undefined;
}

function countWords(text: string, code: string): number {
  const segments = new Intl.Segmenter(code, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}
