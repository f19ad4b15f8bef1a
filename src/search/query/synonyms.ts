import type { SynonymRule } from '../../config/synonym-rules.ts';
import { findStem } from '../index/english.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { qualities } from '../rank/weights.ts';
import { createWordClause } from './clauses.ts';
import type { Clause, Term } from './query.ts';

/** Other words that the words of a query may mean, from the site's configuration. */
export interface Synonyms {
  /** The number of words in the longest phrase that has synonyms. */
  longest: number;
  /** Finds synonyms by the stems of a word or a phrase. */
  findSynonyms(stems: readonly string[]): Synonym[];
}

/** A synonym as its words. */
type Synonym = readonly string[];

export function createSynonyms(rules: readonly SynonymRule[]): Synonyms {
  const synonymsByFirstWord = new Map<string, Map<string, Synonym>>();
  let longestLength = 0;
  for (const { words, means } of rules) {
    const synonyms = means.map(listForms);
    for (const word of words) {
      const stems = listForms(word).map(findStem);
      const key = stems.join(' ');
      longestLength = Math.max(longestLength, stems.length);
      const otherSynonyms = synonymsByFirstWord.get(key) ?? new Map<string, Synonym>();
      synonymsByFirstWord.set(key, otherSynonyms);
      for (const synonym of synonyms) {
        const stemmedSynonym = synonym.map(findStem).join(' ');
        if (stemmedSynonym !== key) otherSynonyms.set(stemmedSynonym, synonym);
      }
    }
  }
  return {
    longest: longestLength,
    findSynonyms: (stems) => [...(synonymsByFirstWord.get(stems.join(' '))?.values() ?? [])],
  };
}

/** Adds synonyms to the words and phrases of a query, if the view contains them. */
export function addSynonyms(terms: readonly Term[], synonyms: Synonyms, view: IndexView): void {
  const stems = terms.map(({ forms }) => forms.map(findStem));
  for (let at = 0; at < terms.length; at += 1) {
    for (let length = 1; length <= synonyms.longest && at + length <= terms.length; length += 1) {
      const clauses = synonyms
        .findSynonyms(stems.slice(at, at + length).flat())
        .flatMap((synonym) => createClauses(synonym, view));
      const matchedTerms = terms.slice(at, at + length);
      const content = matchedTerms.filter((term) => !term.isStopWord);
      for (const term of content.length > 0 ? content : matchedTerms) term.synonyms.push(...clauses);
    }
  }
}

/** Clauses for a synonym, with any ending of its last word. Empty if the view lacks one of its words. */
function createClauses(synonym: Synonym, view: IndexView): Clause[] {
  const { vocabulary } = view.index;
  const quality = qualities.synonym / synonym.length;
  const createSynonymClauses = (words: readonly string[]) =>
    words.flatMap((word) => createWordClause(word, view, quality) ?? []);
  const endings = vocabulary.findWordsOfStem(findStem(synonym.at(-1) ?? '')).map(vocabulary.getWord);
  const words = [
    ...synonym.slice(0, -1).map((word) => createSynonymClauses([word])),
    createSynonymClauses(endings),
  ];
  if (words.some((alternatives) => alternatives.length === 0)) return [];
  return words.length === 1 ? words.flat() : [{ kind: 'phrase', words }];
}
