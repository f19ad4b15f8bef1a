/** Words of readers who say what they want or what went wrong, as in *I forgot my password*. Titles rarely have them. */
const firstPersonWords = new Set('i me my we our'.split(' '));
/** Words that link others to a phrase, as in *cancel a case from a script*. Words to look up rarely have them. */
const linkingWords = new Set(
  `a an the your this that all any some from with without into out of to for in on by at between and or when while after
  before until if not no never nothing too dont doesnt didnt isnt arent wont cant cannot`.split(/\s+/),
);

/** Text with this many words is a question. */
const QUESTION_WORDS = 6;
/** Text with this many words is a question if one of them links the others. */
const PHRASE_WORDS = 4;
/** Text with this many words is a question if one of them is about the reader. */
const TOLD_WORDS = 3;

/**
 * Whether English words, in lower case, say what a reader wants or what went wrong, without a question word: *change my
 * password*, *begin a new request*. Browsers use it, too.
 */
export function isStatement(words: readonly string[]): boolean {
  if (words.length >= QUESTION_WORDS) return true;
  if (words.length >= PHRASE_WORDS && words.some((word) => linkingWords.has(word))) return true;
  return (
    words.length >= TOLD_WORDS && (words[0] === 'it' || words.some((word) => firstPersonWords.has(word)))
  );
}
