import type { FoundPassage } from '../../server/server-feature.ts';
import type { Passage } from './passages.ts';
import { readAnyQuestion } from './question.ts';
import { type Candidate, scorePassages } from './score.ts';
import {
  type AnswerScope,
  type ReaderView,
  readCandidates,
  searchForQuestion,
} from './search-for-question.ts';
import { writePassage } from './write-answer.ts';

/** Enough for an answer from several pages, and little enough for a model with a short memory. */
const PASSAGES_MAX = 12;
const CHARACTERS_MAX = 9_000;
/** A longer passage is left out: a part of it could say the opposite of the whole. */
const PASSAGE_MAX_CHARACTERS = 2_000;
/** Number of passages that follow those that fit best, from each section that search found first. */
const PASSAGES_PER_SECTION = 3;

/**
 * Finds the passages that are most likely to answer a question, in the view of one reader: first those that have its
 * words, then those of the sections that search finds first. Undefined if search is unavailable.
 */
export async function findPassages(
  text: string,
  scope: AnswerScope,
  view: ReaderView,
): Promise<FoundPassage[] | undefined> {
  const question = readAnyQuestion(text, scope.language);
  if (question === undefined) return [];
  const searchResult = await searchForQuestion(text, question, scope, view);
  if (searchResult === undefined) return undefined;
  const candidates = await readCandidates(searchResult.sections, view);
  const fittingPassages = scorePassages(question, searchResult.terms, candidates).slice(0, PASSAGES_MAX);
  const fromSections = candidates
    .filter(({ prior }) => prior > 0)
    .sort((a, b) => b.prior - a.prior)
    .flatMap((candidate) =>
      candidate.section.passages.slice(0, PASSAGES_PER_SECTION).map((passage) => ({ candidate, passage })),
    );
  return takePassages([...fittingPassages, ...fromSections]);
}

function takePassages(rankedPassages: readonly { candidate: Candidate; passage: Passage }[]): FoundPassage[] {
  const passages = new Map<Passage, FoundPassage>();
  let characters = 0;
  for (const { candidate, passage } of rankedPassages) {
    if (passages.size === PASSAGES_MAX) break;
    const text = writePassage(passage);
    const isTooLong = text.length > PASSAGE_MAX_CHARACTERS || characters + text.length > CHARACTERS_MAX;
    if (passages.has(passage) || isTooLong) continue;
    characters += text.length;
    passages.set(passage, { ...candidate.source, text });
  }
  return [...passages.values()];
}
