/** Words of readers who say what they want or what went wrong, as in *I forgot my password*. Titles rarely have them. */
const firstPersonWords = new Set('i me my we our'.split(' '));
/** Words that link others to a phrase, as in *cancel a case from a script*. Words to look up rarely have them. */
const linkingWords = new Set(
  `a an the your this that all any some from with without into out of to for in on by at between and or when while after
  before until if not no never nothing too dont doesnt didnt isnt arent wont cant cannot`.split(/\s+/),
);

/**
 * Verbs with which readers begin to say what they want to do, as in *delete an unfinished letter*. Words that are as often
 * nouns, such as *email* and *order*, aren't among them.
 */
const requestVerbs = new Set(
  `add allow approve archive ask assign attach avoid block build calculate call cancel change check choose clear
  close collect combine compare connect convert copy correct count create customize customise cut define
  delegate delete disable display divide download draw duplicate edit empty enable enter exclude export extend
  fill find fix forbid force format forward get give grant hand hide highlight import include insert install
  invite join keep let limit lock make merge modify move notify open pass pause pick prevent preview print
  protect publish put raise reassign receive recover reduce reject remind remove rename renew reopen repair
  repeat replace require reset resize restart restore restrict resume retrieve return reuse revoke roll round
  run save schedule see select send set share show sign skip sort split start stop store submit sum switch
  synchronize take test transfer translate turn undo unlock update upgrade upload use validate verify withdraw
  write`.split(/\s+/),
);

/** Text with this many words is a question. */
const QUESTION_WORDS = 6;
/** Text with this many words is a question if one of them links the others. */
const PHRASE_WORDS = 4;
/** Text with this many words is a question if one of them is about the reader. */
const TOLD_WORDS = 3;
/** Text with this many words is a request if it begins with a verb. */
const REQUEST_WORDS = 3;

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

/**
 * Whether English words, in lower case, ask for something that a reader wants to do, as in *print an order*. They are
 * answered like a question, but ranked as words to look up, because titles begin like this, too. Browsers use it, too.
 */
export function isRequest(words: readonly string[]): boolean {
  return words.length >= REQUEST_WORDS && requestVerbs.has(words[0] ?? '');
}
