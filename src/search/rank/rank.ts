import { recordTypes } from '../index/index-file.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { WordRange } from '../index/vocabulary.ts';
import type { Query } from '../query/query.ts';
import type { Attempt } from '../query/relaxation.ts';
import type { Scores } from './bm25.ts';
import { createQualities, type Qualities } from './qualities.ts';
import {
  computeHeadingPoints,
  computeNamePoints,
  computeProximity,
  type QueryWords,
  type WordRun,
} from './signals.ts';
import { points } from './weights.ts';

export interface Ranked {
  section: number;
  /** The records to show, best first. */
  records: number[];
  score: number;
}

interface RankContext {
  query: Query;
  attempt: Attempt;
  scores: Scores;
  /** Whether at least one section has every word of the query. */
  isWritten: boolean;
  isShown(record: number): boolean;
  /** The number of records to show per section. 0 means all that match. */
  perSection: number;
}

type Ranker = (sections: readonly number[], context: RankContext) => Ranked[];

/** A share of all counts as 1 from here on, because the parts may not add up exactly. */
const ALL = 0.99;

/** Sorts sections in the order that is most useful for readers. */
export function createRanker(index: SearchIndex): Ranker {
  const { vocabulary } = index;
  const qualitiesOf = createQualities(vocabulary.size + 2);

  return (sections, context) => {
    const { query, attempt, scores, isWritten } = context;
    const { content, minor } = attempt;
    const idfSum = scores.idfs.reduce((sum, idf) => sum + idf, 0) || 1;
    const total = idfSum + minor.length * points.stopWord;
    const words: QueryWords = {
      shares: [...scores.idfs, ...minor.map(() => points.stopWord)].map((weight) => weight / total),
      content: content.length,
      qualities: qualitiesOf([...content, ...minor].map(({ clause }) => clause)),
    };
    const nameInQuery = readTypedName(query, index);
    const rankedSections = sections.map((section): Ranked => {
      const { records, best, recordPoints, heading } = lookAt(section, words, context, index);
      let sum = recordPoints;
      words.shares.forEach((share, term) => {
        sum += share * (best[term] ?? 0);
      });
      sum +=
        query.literal === undefined
          ? computeNamePoints(heading, nameInQuery.joined, nameInQuery.begins)
          : computeLiteralPoints(section, query.literal, index);
      sum += (points.bm25f * (scores.bm25f[section] ?? 0)) / idfSum;
      if (!isWritten) sum += (points.outside * (scores.outside[section] ?? 0)) / content.length;
      return { section, records, score: sum };
    });
    return rankedSections.sort((a, b) => b.score - a.score);
  };
}

function lookAt(
  section: number,
  words: QueryWords,
  { isShown, perSection }: Pick<RankContext, 'isShown' | 'perSection'>,
  { table, vocabulary }: SearchIndex,
) {
  const { shares, qualities } = words;
  const start = table.starts[section] ?? 0;
  const heading = table.words.subarray(start, start + (table.headingLengths[section] ?? 0));
  const above = new Float32Array(shares.length);
  const isNamed = lift(above, { words: heading, from: 0, to: heading.length }, qualities);
  const title = table.titles[table.pages[section] ?? 0] ?? heading;
  lift(above, { words: title, from: 0, to: title.length }, qualities);
  const best = above.slice();
  const here = new Float32Array(shares.length);
  const rankedRecords: { record: number; points: number; share: number }[] = [];
  const end = table.firstRecords[section + 1] ?? 0;
  for (let record = table.firstRecords[section] ?? 0; record < end; record += 1) {
    const from = table.bodyStarts[record] ?? 0;
    const body = { words: table.words, from, to: from + (table.bodyLengths[record] ?? 0) };
    here.set(above);
    const isInBody = lift(here, body, qualities);
    let share = 0;
    for (let term = 0; term < here.length; term += 1) {
      const quality = here[term] ?? 0;
      if (quality > (best[term] ?? 0)) best[term] = quality;
      if (quality > 0) share += shares[term] ?? 0;
    }
    if (!isShown(record)) continue;
    const type = recordTypes[table.types[record] ?? 0] ?? 'content';
    const completePoints = share > ALL ? points.complete : 0;
    const blockPoints =
      type !== 'content'
        ? computeHeadingPoints(heading, words, vocabulary) - (isNamed ? 0 : points.unnamed)
        : isInBody
          ? points.proximity * computeProximity(body, shares.length, qualities)
          : 0;
    rankedRecords.push({ record, points: completePoints + blockPoints, share });
  }
  rankedRecords.sort((a, b) => b.points - a.points);
  const visibleRecords = perSection === 1 ? rankedRecords : rankedRecords.filter(({ share }) => share > 0);
  return {
    heading,
    /** How well each word of the query matches below the heading. */
    best,
    records: visibleRecords.slice(0, perSection || undefined).map(({ record }) => record),
    /** The share of the best single record. */
    recordPoints: rankedRecords[0]?.points ?? 0,
  };
}

/** Raises the best qualities to those of these words. Returns whether any of the words matches. */
function lift(best: Float32Array, { words, from, to }: WordRun, qualities: Qualities): boolean {
  let isAny = false;
  for (let at = from; at < to; at += 1) {
    const wordQualities = qualities(words[at] ?? 0);
    if (!wordQualities) continue;
    isAny = true;
    for (let term = 0; term < wordQualities.length; term += 1) {
      const quality = wordQualities[term] ?? 0;
      if (quality > (best[term] ?? 0)) best[term] = quality;
    }
  }
  return isAny;
}

/** Prepares the typed query for comparison as one name and as the beginning of a heading. */
function readTypedName(query: Query, { vocabulary }: SearchIndex): { joined: number; begins: WordRange[] } {
  const forms = query.terms.flatMap((term) => term.forms);
  return {
    joined: forms.length > 1 ? vocabulary.findNumber(forms.join('')) : 0,
    begins: forms.map((form, index) => {
      if (index === forms.length - 1) return vocabulary.findWordsStarting(form);
      const word = vocabulary.findNumber(form);
      return { from: word, to: word + 1 };
    }),
  };
}

function computeLiteralPoints(section: number, literal: string, index: SearchIndex): number {
  const { titles, blocks } = index.getSection(section);
  const texts = [titles.findLast((title) => title !== null), ...blocks.map(({ content }) => content)];
  let best = 0;
  for (const text of texts) {
    const lowerCaseText = text?.toLowerCase() ?? '';
    const position = lowerCaseText.indexOf(literal);
    if (position === -1) continue;
    // `/projects` is only the beginning of `/projects/bulk`.
    const goesOn = /^[\p{L}\p{N}_/{-]/u.test(lowerCaseText.slice(position + literal.length));
    // `GET /projects` is about `/projects`. A sentence with it only links there.
    const isAll = lowerCaseText.trim().replace(/^\p{L}+ (?=\/)/u, '') === literal;
    best = Math.max(best, isAll ? points.literal + points.named : points.literal / (goesOn ? 2 : 1));
  }
  return best;
}
