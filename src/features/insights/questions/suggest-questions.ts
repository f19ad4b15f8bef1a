import { findTellingStems, isNearlySame, toStemKey } from './compare-questions.ts';
import { draftEnglishQuestions } from './english-drafts.ts';
import { placeSearch } from './place-searches.ts';
import { openQuestionIndex, type QuestionIndex, type QuestionsByAddress } from './question-index.ts';
import { type AskedSection, listQuestions, type QuestionSite } from './question-site.ts';

/** A section with this many questions gets no drafts from its text. */
export const QUESTIONS_ENOUGH = 3;
/** A draft is good if its section is among the first so many hits. */
const FIRST_HITS = 3;
/** Fewer telling words ask for many sections. */
const TELLING_MIN_WORDS = 2;
/** Sections among the first so many hits for a draft must keep their own questions. */
const NEIGHBOURS = 5;

/** A search that found nothing, and how often readers typed it. */
export interface FailedSearch {
  query: string;
  count: number;
}

interface Draft {
  address: string;
  question: string;
  isFromSearch: boolean;
  stems: ReadonlySet<string>;
}

interface Suggestions {
  /** The questions to add, by the address that answers them, in the order of the site. */
  questions: QuestionsByAddress;
  /** The number of drafts that were checked. */
  drafts: number;
  /** Searches without results that belong to no section. They need a page, or a synonym. */
  unplacedSearches: FailedSearch[];
}

/**
 * Drafts questions for sections that have few, and returns those that help. A draft helps if search doesn't find the
 * section first without it, and finds it among the first hits with it; if no other section answers it better; and if
 * every section that was first for its own questions still is.
 */
export function suggestQuestions(
  site: QuestionSite,
  {
    failedSearches,
    isInScope = () => true,
  }: { failedSearches: readonly FailedSearch[]; isInScope?: (address: string) => boolean },
): Suggestions {
  using index = openQuestionIndex(site.pages, listQuestions(site), site.synonyms);
  // Search has found something for the others since then, or couldn't quote an answer from what it finds.
  const stillFailed = failedSearches.filter(({ query }) => index.ask(query).length === 0);
  const places = stillFailed.map((search) => ({
    search,
    address: placeSearch(search.query, index, site),
  }));
  const drafts = [
    ...places.flatMap(({ search, address }) =>
      address !== undefined && isInScope(address) ? [createDraft(address, search.query, true, site)] : [],
    ),
    ...draftFromTexts(site, isInScope),
  ];
  const newDrafts = dropKnownQuestions(drafts, site);
  const missing = newDrafts.filter((draft) => isMissing(draft, index, site));
  const helpfulQuestions = chooseHelpful(missing, index, site);
  return {
    questions: groupByAddress(helpfulQuestions, site),
    drafts: drafts.length,
    unplacedSearches: places.flatMap(({ search, address }) => (address === undefined ? [search] : [])),
  };
}

function createDraft(
  address: string,
  question: string,
  isFromSearch: boolean,
  { language }: QuestionSite,
): Draft {
  return { address, question, isFromSearch, stems: findTellingStems(question, language) };
}

/** Drafts in English only: other languages form questions in other ways. */
function draftFromTexts(site: QuestionSite, isInScope: (address: string) => boolean): Draft[] {
  if (site.language.code !== 'en') return [];
  return [...site.sections.values()]
    .filter(({ address, questions }) => questions.length < QUESTIONS_ENOUGH && isInScope(address))
    .flatMap((section) =>
      draftEnglishQuestions(section).map((question) => createDraft(section.address, question, false, site)),
    )
    .filter(({ stems }) => stems.size >= TELLING_MIN_WORDS);
}

/** Leaves out drafts that nearly repeat a question of their section, and those that two sections have. */
function dropKnownQuestions(drafts: readonly Draft[], site: QuestionSite): Draft[] {
  const questionStems = new Map<string, ReadonlySet<string>[]>(
    [...site.sections.values()].map(({ address, questions }) => [
      address,
      questions.map((question) => findTellingStems(question, site.language)),
    ]),
  );
  const addressesByKey = new Map<string, ReadonlySet<string>>();
  const note = (stems: ReadonlySet<string>, address: string) => {
    const key = toStemKey(stems);
    addressesByKey.set(key, new Set([...(addressesByKey.get(key) ?? []), address]));
  };
  for (const [address, lists] of questionStems) for (const stems of lists) note(stems, address);
  for (const { stems, address } of drafts) note(stems, address);

  return drafts.filter(({ address, stems }) => {
    const sectionStems = questionStems.get(address) ?? [];
    if (addressesByKey.get(toStemKey(stems))?.size !== 1) return false;
    if (sectionStems.some((other) => isNearlySame(stems, other))) return false;
    // The next draft of the section is compared with this one, too.
    questionStems.set(address, [...sectionStems, stems]);
    return true;
  });
}

/** Whether search misses the section, and doesn't find another one that is about the whole draft. */
function isMissing({ address, question, stems }: Draft, index: QuestionIndex, site: QuestionSite): boolean {
  const hits = index.ask(question);
  if (hits[0] === address) return false;
  const isAbout = (section: AskedSection | undefined) =>
    section !== undefined && hasAllStems(section, stems, site);
  return (
    isAbout(site.sections.get(address)) ||
    !hits.slice(0, FIRST_HITS).some((hit) => isAbout(site.sections.get(hit)))
  );
}

/** Whether the title, the heading and the questions of a section have all these words. */
function hasAllStems(
  { title, heading, questions }: AskedSection,
  stems: ReadonlySet<string>,
  { language }: QuestionSite,
): boolean {
  const names = findTellingStems([title, heading, ...questions].join('\n'), language);
  return [...stems].every((stem) => names.has(stem));
}

/**
 * Adds the drafts to the index and asks it, until each draft that is left finds its section and no section has lost its
 * own questions. Each round has fewer drafts, because drafts that leave change the place of others.
 */
function chooseHelpful(drafts: readonly Draft[], before: QuestionIndex, site: QuestionSite): Draft[] {
  const neighbours = new Set(drafts.flatMap(({ question }) => before.ask(question).slice(0, NEIGHBOURS)));
  const safeQuestions = [...neighbours].flatMap((address) => {
    const section = site.sections.get(address);
    if (!section) return [];
    return [section.heading, ...section.questions].flatMap((query) =>
      before.ask(query)[0] === address ? [{ address, query }] : [],
    );
  });
  let left = [...drafts];
  for (;;) {
    using index = openQuestionIndex(site.pages, addDrafts(left, site), site.synonyms);
    const foundDrafts = left.filter(({ question, address }) => {
      const rank = index.findRank(question, address);
      return rank !== undefined && rank <= FIRST_HITS;
    });
    const displacingQuestions = new Set(
      safeQuestions.flatMap(({ address, query }) => {
        const [first] = index.ask(query);
        return first === undefined || first === address ? [] : [first];
      }),
    );
    const chosenDrafts = limitPerSection(
      foundDrafts.filter(({ address }) => !displacingQuestions.has(address)),
      site,
    );
    if (chosenDrafts.length === left.length) return chosenDrafts;
    left = chosenDrafts;
  }
}

/** At most so many questions that a section then has enough. Those of readers come first. */
function limitPerSection(drafts: readonly Draft[], site: QuestionSite): Draft[] {
  return [...Map.groupBy(drafts, ({ address }) => address)].flatMap(([address, sectionDrafts]) => {
    const fromSearches = sectionDrafts.filter(({ isFromSearch }) => isFromSearch);
    const fromText = sectionDrafts.filter(({ isFromSearch }) => !isFromSearch);
    const present = (site.sections.get(address)?.questions.length ?? 0) + fromSearches.length;
    return [...fromSearches, ...fromText.slice(0, Math.max(0, QUESTIONS_ENOUGH - present))];
  });
}

function addDrafts(drafts: readonly Draft[], site: QuestionSite): QuestionsByAddress {
  const questions = new Map(listQuestions(site));
  for (const { address, question } of drafts)
    questions.set(address, [...(questions.get(address) ?? []), question]);
  return questions;
}

function groupByAddress(drafts: readonly Draft[], { sections }: QuestionSite): QuestionsByAddress {
  const byAddress = Map.groupBy(drafts, ({ address }) => address);
  return new Map(
    [...sections.keys()].flatMap((address) => {
      const sectionDrafts = byAddress.get(address);
      return sectionDrafts ? [[address, sectionDrafts.map(({ question }) => question)] as const] : [];
    }),
  );
}
