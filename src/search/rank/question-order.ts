import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import type { Query } from '../query/query.ts';
import { createQuestionOverlap, type QuestionOverlap } from './question-overlap.ts';
import type { Ranked } from './rank.ts';
import { createSimilarity } from './similarity.ts';
import { questions as weights } from './weights.ts';

type QuestionOrder = (query: Query, ranked: readonly Ranked[], view: IndexView) => Ranked[];

/**
 * Orders the best sections again by what a question means, and by whether other sections of their page answer similar
 * questions, so that not only its words decide.
 */
export function createQuestionOrder(index: SearchIndex): QuestionOrder {
  const similarity = createSimilarity(index);
  const overlap = createQuestionOverlap(index);
  const sharedHeadings = new WeakMap<IndexView, Uint8Array>();
  const markSharedHeadings = (view: IndexView): Uint8Array => {
    const marks = findSharedHeadings(index, view);
    sharedHeadings.set(view, marks);
    return marks;
  };

  return (query, rankedSections, view) => {
    const best = rankedSections.slice(0, weights.ordered);
    const forms = query.terms.flatMap((term) => term.forms);
    const listSections = (hits: readonly Ranked[]) => hits.map(({ section }) => section);
    const similarities = similarity(forms, listSections(best), view);
    const neighbours = listSections(rankedSections.slice(0, weights.neighbours));
    const overlaps = overlap(forms, neighbours, view);
    const isShared = sharedHeadings.get(view) ?? markSharedHeadings(view);
    const orderedHits = best.map((hit, position) => {
      const { question = 0, heading = 0, passage = 0, page = 0 } = similarities[position] ?? {};
      const { words, pairs } = findPageOverlap(hit.section, neighbours, overlaps);
      const points =
        weights.question * question +
        weights.heading * heading +
        weights.passage * passage +
        weights.page * page +
        weights.pageWords * words +
        weights.pagePairs * pairs;
      const deduction = isShared[hit.section] === 1 ? weights.sharedHeading : 0;
      return { ...hit, score: hit.score + points - deduction };
    });
    return [...orderedHits.sort((a, b) => b.score - a.score), ...rankedSections.slice(weights.ordered)];
  };

  /**
   * The words that a question shares with the other sections of a page, and the pairs that it shares with any of them.
   */
  function findPageOverlap(
    section: number,
    neighbours: readonly number[],
    overlaps: readonly QuestionOverlap[],
  ): QuestionOverlap {
    const { pages } = index.table;
    const pageOverlap: QuestionOverlap = { words: 0, pairs: 0 };
    overlaps.forEach(({ words, pairs }, position) => {
      const neighbour = neighbours[position] ?? section;
      if (pages[neighbour] !== pages[section]) return;
      if (neighbour !== section) pageOverlap.words = Math.max(pageOverlap.words, words);
      pageOverlap.pairs = Math.max(pageOverlap.pairs, pairs);
    });
    return pageOverlap;
  }
}

/** Marks the sections whose heading many sections of the view have: it doesn't say what a section is about. */
function findSharedHeadings({ table }: SearchIndex, view: IndexView): Uint8Array {
  const { words, starts, headingLengths, sections } = table;
  const counts = new Map<string, number>();
  const headings = Array.from({ length: sections }, (_, section) => {
    const start = starts[section] ?? 0;
    const heading = words.subarray(start, start + (headingLengths[section] ?? 0)).join();
    if (view.visible[section] === 1) counts.set(heading, (counts.get(heading) ?? 0) + 1);
    return heading;
  });
  return Uint8Array.from(headings, (heading) => ((counts.get(heading) ?? 0) > weights.sharedBy ? 1 : 0));
}
