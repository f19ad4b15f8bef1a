import { checkEach, type Rule } from '../rule.ts';
import { findMatches, listWords } from '../words.ts';

/** Words that make readers feel guilty if they don't manage a step. */
const belittling = /(?<![\w-])(?:simply|just|easy|easily|obviously|of course)(?![\w-])/gi;
/** Readers can't compare their release with these words: "late 3.x", "some versions", "your version can". */
const vagueRelease =
  /\blater? \d\.x\b|\b(?:some|certain|many|newer|recent|late|early|last|most)(?: older)? (?:\d\.[\dx] )?(?:versions|releases)\b|\byour version (?:can|may|has|is|doesn't)\b/gi;
const firstPerson = /(?<![\w'’-])(?:I|we|We|our|Our|ours|us|Us|my|My|mine|let's|Let's)(?![\w'’-])/g;

export const wording: Rule = (manual) =>
  checkEach(listWords(manual), ({ prose }) => [
    ...findMatches(prose, belittling, (word) => `"${word}" judges how hard something is: leave it out.`),
    ...findMatches(
      prose,
      vagueRelease,
      (word) => `"${word}" is no release: name it in availability.json, and put its badge at the feature.`,
    ),
    ...findMatches(prose, firstPerson, (word) => `"${word}" is first person: write to the reader, "you".`),
  ]);
