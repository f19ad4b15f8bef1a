import { memoize } from '../../shared/memoize.ts';
import { findStem, isStopWord, isWordOfAsking } from '../index/english.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import type { AnswerConfidence } from '../protocol/wire.ts';
import { computeInverseFrequency } from './bm25.ts';
import { findCloseness } from './close-words.ts';
import type { Ranked } from './rank.ts';
import { questions, confidence as weights } from './weights.ts';

/** How much of a question a section has, from 0 to 1. */
interface SectionShares {
  /**
   * The share of the question's words that the authored questions of the section have, or one of its passages if that
   * has more. Rare words weigh more.
   */
  gatheredShare: number;
  /** The share that occurs anywhere in the section. Words of similar meaning count in part. */
  coveredShare: number;
}

/** Evidence that the best sections answer a question, each from 0 to 1. */
interface AnswerEvidence {
  first: SectionShares;
  /** The higher shares of the first section and the best section of the next page. */
  eitherOfTwo: SectionShares;
  /** The share of the first page among all pages that were found: small if another page is as good. */
  lead: number;
  /** The share of the first two pages. */
  leadOfTwo: number;
  /** The number of words that say something, of at most six. */
  length: number;
  /** How rare the rarest word of the question is. 1 if no section has it. */
  rarest: number;
}

/**
 * Estimates how likely the best sections answer a question. Undefined if nothing was found. `forms` are the words of the
 * question as they are indexed. Everything comes from the view of the reader.
 */
type Confidence = (
  forms: readonly string[],
  rankedSections: readonly Ranked[],
  view: IndexView,
) => AnswerConfidence | undefined;

/** Words that are compared in a section, each once. */
interface SectionWords {
  forms: readonly string[];
  stems: ReadonlySet<string>;
  /** The stems of all authored questions, and of each passage. */
  stemsByText: readonly ReadonlySet<string>[];
}

interface QuestionWord {
  /** The word as it is indexed. */
  form: string;
  stem: string;
  /** How rare it is, in nats. */
  rarity: number;
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
    return evidence && estimate(evidence);
  };
}

/** Collects the evidence for the first two pages. */
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
    const meaningfulForms = new Set(forms.filter((form) => !isStopWord(form) && !isWordOfAsking(form)));
    const words = [...meaningfulForms].map((form) => {
      const stem = findStem(form);
      return { form, stem, rarity: findRarity(stem, view) };
    });
    if (words.every(({ rarity }) => rarity === 0)) return undefined;
    const bestSections = rankedSections.slice(0, questions.ordered);
    const second = bestSections.find((hit) => table.pages[hit.section] !== table.pages[first.section]);
    const firstShares = measureShares(words, first);
    const secondShares = second && measureShares(words, second);
    const takeHigher = (key: keyof SectionShares) => Math.max(firstShares[key], secondShares?.[key] ?? 0);
    const lead = measureLead(first, bestSections);
    return {
      first: firstShares,
      eitherOfTwo: {
        gatheredShare: takeHigher('gatheredShare'),
        coveredShare: takeHigher('coveredShare'),
      },
      lead,
      leadOfTwo: lead + (second ? measureLead(second, bestSections) : 0),
      length: Math.min(words.length, weights.enoughWords) / weights.enoughWords,
      rarest:
        Math.max(...words.map(({ rarity }) => rarity)) /
        limitRarity(computeInverseFrequency(0, view.sections)),
    };
  };

  function measureShares(words: readonly QuestionWord[], { section }: Ranked): SectionShares {
    const { forms: sectionForms, stems, stemsByText } = wordsOf(section);
    const gatheredRarities = stemsByText.map(() => 0);
    let [total, coveredRarity] = [0, 0];
    for (const { form, stem, rarity } of words) {
      total += rarity;
      stemsByText.forEach((textStems, index) => {
        if (textStems.has(stem)) gatheredRarities[index] = (gatheredRarities[index] ?? 0) + rarity;
      });
      coveredRarity += rarity * (stems.has(stem) ? 1 : findCloseness(form, sectionForms));
    }
    return { gatheredShare: Math.max(...gatheredRarities) / total, coveredShare: coveredRarity / total };
  }

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

  /** The share of a section's page in all pages, by the softmax of their points. */
  function measureLead({ section, score }: Ranked, bestSections: readonly Ranked[]): number {
    const page = table.pages[section];
    let [ofPage, ofAll] = [0, 0];
    for (const hit of bestSections) {
      const mass = Math.exp((hit.score - score) / weights.temperature);
      ofAll += mass;
      if (table.pages[hit.section] === page) ofPage += mass;
    }
    return ofPage / ofAll;
  }
}

/**
 * An answer takes two things: the site has to answer the question, which its words show, and the first page has to be
 * the one that does, which its lead shows. The first two pages are seldom both wrong, so one sum is enough for them.
 */
function estimate({ first, eitherOfTwo, lead, leadOfTwo, length, rarest }: AnswerEvidence): AnswerConfidence {
  const { onSite, onFirstPage, onFirstTwoPages } = weights;
  const siteSum =
    onSite.coveredShare * first.coveredShare + onSite.length * length - onSite.rarest * rarest - onSite.least;
  const firstSum =
    onFirstPage.lead * lead + onFirstPage.gatheredShare * first.gatheredShare - onFirstPage.least;
  const twoSum =
    onFirstTwoPages.coveredShare * eitherOfTwo.coveredShare +
    onFirstTwoPages.gatheredShare * eitherOfTwo.gatheredShare +
    onFirstTwoPages.lead * leadOfTwo +
    onFirstTwoPages.length * length -
    onFirstTwoPages.rarest * rarest -
    onFirstTwoPages.least;
  return { firstPage: toShare(siteSum) * toShare(firstSum), firstTwoPages: toShare(twoSum) };
}

/** The logistic function. */
function toShare(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
