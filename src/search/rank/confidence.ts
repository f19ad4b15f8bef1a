import { memoize } from '../../shared/memoize.ts';
import { findStem, isStopWord, isWordOfAsking } from '../index/english.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { inverseFrequency } from './bm25.ts';
import { findCloseness } from './close-words.ts';
import type { Ranked } from './rank.ts';
import { questions, confidence as weights } from './weights.ts';

/** Evidence that the first section answers a question. All but `score` are from 0 to 1. */
interface AnswerEvidence {
  /** The share of the question's words that occur in authored questions of the section. Rare words weigh more. */
  askedShare: number;
  /** The share that occurs anywhere in the section. Words of similar meaning count in part. */
  coveredShare: number;
  /** The share of the page among all pages that were found: small if another page is as good. */
  lead: number;
  /** The number of words that say something, of at most six. */
  length: number;
  /** The points of the section. */
  score: number;
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
  askedStems: ReadonlySet<string>;
}

/** About 10 kB each. */
const SECTIONS_KEPT = 256;
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
function createEvidenceCollector({ section, vocabulary, table }: SearchIndex) {
  const wordsOf = memoize(SECTIONS_KEPT, (number: number): SectionWords => {
    const { titles, questions: authoredQuestions, blocks } = section(number);
    const texts = [...titles, ...blocks.map(({ content }) => content)].filter((text) => text !== null);
    const askedForms = authoredQuestions.flatMap((question) => listForms(question));
    const forms = [...new Set([...askedForms, ...texts.flatMap((text) => listForms(text))])];
    return {
      forms: forms.filter((form) => !isStopWord(form)).slice(0, FORMS_MAX),
      stems: new Set(forms.map(findStem)),
      askedStems: new Set(askedForms.map(findStem)),
    };
  });

  return (
    forms: readonly string[],
    rankedSections: readonly Ranked[],
    view: IndexView,
  ): AnswerEvidence | undefined => {
    const [first] = rankedSections;
    if (first === undefined) return undefined;
    const { forms: sectionForms, stems, askedStems } = wordsOf(first.section);
    const meaningfulForms = new Set(forms.filter((form) => !isStopWord(form) && !isWordOfAsking(form)));
    let [total, askedRarity, coveredRarity] = [0, 0, 0];
    for (const form of meaningfulForms) {
      const stem = findStem(form);
      const rarity = findRarity(stem, view);
      total += rarity;
      if (askedStems.has(stem)) askedRarity += rarity;
      coveredRarity += rarity * (stems.has(stem) ? 1 : findCloseness(form, sectionForms));
    }
    if (total === 0) return undefined;
    return {
      askedShare: askedRarity / total,
      coveredShare: coveredRarity / total,
      lead: measureLead(first, rankedSections.slice(0, questions.ordered)),
      length: Math.min(meaningfulForms.size, weights.enoughWords) / weights.enoughWords,
      score: first.score,
    };
  };

  /** A word of a hidden section weighs like one that no section has. */
  function findRarity(stem: string, view: IndexView): number {
    let most = 0;
    for (const word of [...vocabulary.ofStem(stem), vocabulary.findNumber(stem)])
      if (view.has(word)) most = Math.max(most, view.frequency(word));
    return Math.min(inverseFrequency(most, view.sections), questions.rarest);
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

function toProbability({ askedShare, coveredShare, lead, length, score }: AnswerEvidence): number {
  const sum =
    weights.askedShare * askedShare +
    weights.coveredShare * coveredShare +
    weights.lead * lead +
    weights.length * length +
    weights.score * score;
  return 1 / (1 + Math.exp(weights.least - sum));
}
