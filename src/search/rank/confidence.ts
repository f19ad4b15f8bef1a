import { memoize } from '../../shared/memoize.ts';
import { findStem, isStopWord, isWordOfAsking } from '../index/english.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { computeInverseFrequency } from './bm25.ts';
import { findCloseness } from './close-words.ts';
import type { Ranked } from './rank.ts';
import { questions, confidence as weights } from './weights.ts';

/** Evidence that the first section answers a question, each from 0 to 1. */
interface AnswerEvidence {
  /**
   * The share of the question's words that the authored questions of the section have, or one of its passages if that
   * has more. Rare words weigh more.
   */
  gatheredShare: number;
  /** The share that occurs anywhere in the section. Words of similar meaning count in part. */
  coveredShare: number;
  /** The share of the page among all pages that were found: small if another page is as good. */
  lead: number;
  /** The number of words that say something, of at most six. */
  length: number;
  /** How rare the rarest word of the question is. 1 if no section has it. */
  rarest: number;
}

/**
 * Estimates how likely the first of the best sections answers a question, from 0 to 1. Undefined if nothing was found.
 * `forms` are the words of the question as they are indexed. Everything comes from the view of the reader.
 */
type Confidence = (
  forms: readonly string[],
  rankedSections: readonly Ranked[],
  view: IndexView,
) => number | undefined;

/** Words that are compared in a section, each once. */
interface SectionWords {
  forms: readonly string[];
  stems: ReadonlySet<string>;
  /** The stems of all authored questions, and of each passage. */
  stemsByText: readonly ReadonlySet<string>[];
}

/** About 20 kB each. */
const SECTIONS_KEPT = 256;
/** A section with more passages is compared by the first of them. */
const PASSAGES_MAX = 64;
/** A longer section is compared by the first of its words. */
const FORMS_MAX = 1_000;

export function createConfidence(index: SearchIndex): Confidence {
  const collectEvidence = createEvidenceCollector(index);
  return (forms, rankedSections, view) => {
    const evidence = collectEvidence(forms, rankedSections, view);
    return evidence && toProbability(evidence);
  };
}

/** Collects the evidence for the first section. */
function createEvidenceCollector({ getSection, vocabulary, table }: SearchIndex) {
  const wordsOf = memoize(SECTIONS_KEPT, (number: number): SectionWords => {
    const { titles, questions: authoredQuestions, blocks } = getSection(number);
    const listAllForms = (texts: readonly (string | null)[]) =>
      texts.flatMap((text) => (text === null ? [] : listForms(text)));
    const askedForms = listAllForms(authoredQuestions);
    const passages = blocks.map(({ content }) => listAllForms([content]));
    const forms = [...new Set([...askedForms, ...listAllForms(titles), ...passages.flat()])];
    const toStems = (textForms: readonly string[]) => new Set(textForms.map(findStem));
    return {
      forms: forms.filter((form) => !isStopWord(form)).slice(0, FORMS_MAX),
      stems: toStems(forms),
      stemsByText: [askedForms, ...passages.slice(0, PASSAGES_MAX)].map(toStems),
    };
  });

  return (
    forms: readonly string[],
    rankedSections: readonly Ranked[],
    view: IndexView,
  ): AnswerEvidence | undefined => {
    const [first] = rankedSections;
    if (first === undefined) return undefined;
    const { forms: sectionForms, stems, stemsByText } = wordsOf(first.section);
    const meaningfulForms = new Set(forms.filter((form) => !isStopWord(form) && !isWordOfAsking(form)));
    const gatheredRarities = stemsByText.map(() => 0);
    let [total, coveredRarity, rarest] = [0, 0, 0];
    for (const form of meaningfulForms) {
      const stem = findStem(form);
      const rarity = findRarity(stem, view);
      total += rarity;
      rarest = Math.max(rarest, rarity);
      stemsByText.forEach((textStems, index) => {
        if (textStems.has(stem)) gatheredRarities[index] = (gatheredRarities[index] ?? 0) + rarity;
      });
      coveredRarity += rarity * (stems.has(stem) ? 1 : findCloseness(form, sectionForms));
    }
    if (total === 0) return undefined;
    return {
      gatheredShare: Math.max(...gatheredRarities) / total,
      coveredShare: coveredRarity / total,
      lead: measureLead(first, rankedSections.slice(0, questions.ordered)),
      length: Math.min(meaningfulForms.size, weights.enoughWords) / weights.enoughWords,
      rarest: rarest / limitRarity(computeInverseFrequency(0, view.sections)),
    };
  };

  /** A word of a hidden section weighs like one that no section has. */
  function findRarity(stem: string, view: IndexView): number {
    let most = 0;
    for (const word of [...vocabulary.findWordsOfStem(stem), vocabulary.findNumber(stem)])
      if (view.has(word)) most = Math.max(most, view.getFrequency(word));
    return limitRarity(computeInverseFrequency(most, view.sections));
  }

  function limitRarity(rarity: number): number {
    return Math.min(rarity, questions.rarest);
  }

  /** The share of the first section's page in all pages, by the softmax of their points. */
  function measureLead(first: Ranked, bestSections: readonly Ranked[]): number {
    const page = table.pages[first.section];
    let [ofPage, ofAll] = [0, 0];
    for (const hit of bestSections) {
      const mass = Math.exp((hit.score - first.score) / weights.temperature);
      ofAll += mass;
      if (table.pages[hit.section] === page) ofPage += mass;
    }
    return ofPage / ofAll;
  }
}

/**
 * An answer takes two things: the site has to answer the question, which its words show, and the first page has to be
 * the one that does, which its lead shows.
 */
function toProbability({ gatheredShare, coveredShare, lead, length, rarest }: AnswerEvidence): number {
  const { onSite, onFirstPage } = weights;
  const siteSum =
    onSite.coveredShare * coveredShare + onSite.length * length - onSite.rarest * rarest - onSite.least;
  const pageSum = onFirstPage.lead * lead + onFirstPage.gatheredShare * gatheredShare - onFirstPage.least;
  return toShare(siteSum) * toShare(pageSum);
}

/** The logistic function. */
function toShare(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
