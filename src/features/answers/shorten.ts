import type { Passage } from './passages.ts';
import { listStems, type Question } from './question.ts';

/** A quotation is read at a glance. The link leads to the rest. */
const SENTENCES_MAX = 3;
const ITEMS_MAX = 10;

/**
 * Leaves out what isn't needed of a long passage: sentences other than the three that have most of the question, and the
 * end of a long list.
 */
export function shortenPassage(passage: Passage, question: Question): Passage {
  switch (passage.kind) {
    case 'text':
      return { ...passage, sentences: pickSentences(passage.sentences, question) };
    case 'steps':
    case 'list':
      return { ...passage, items: passage.items.slice(0, ITEMS_MAX) };
    case 'row':
    case 'code':
      return passage;
  }
}

function pickSentences(sentences: string[], { terms, language }: Question): string[] {
  if (sentences.length <= SENTENCES_MAX) return sentences;
  const counts = sentences.map((sentence) => {
    const stems = new Set(listStems(sentence, language));
    return terms.filter(
      ({ stem, synonyms }) => stems.has(stem) || [...synonyms].some((other) => stems.has(other)),
    ).length;
  });
  let [bestStart, best] = [0, -1];
  for (let start = 0; start + SENTENCES_MAX <= sentences.length; start += 1) {
    const count = counts.slice(start, start + SENTENCES_MAX).reduce((sum, value) => sum + value, 0);
    if (count > best) [bestStart, best] = [start, count];
  }
  return sentences.slice(bestStart, bestStart + SENTENCES_MAX);
}
