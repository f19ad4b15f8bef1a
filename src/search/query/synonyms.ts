import type { SynonymRule } from '../../config/synonym-rules.ts';
import { stemOf } from '../index/vocabulary.ts';
import { formsIn } from '../index/words.ts';

/** What else the words of a query may stand for, by the site's configuration. */
export interface Synonyms {
  /** Of the longest phrase that has synonyms, in words. */
  longest: number;
  /** `stems`: of one word or of a phrase. Each synonym as its words. */
  of(stems: readonly string[]): readonly Synonym[];
}

export type Synonym = readonly string[];

const none: readonly Synonym[] = [];

export function synonymsOf(rules: readonly SynonymRule[]): Synonyms {
  const known = new Map<string, Map<string, Synonym>>();
  let longest = 0;
  for (const { words, means } of rules) {
    const synonyms = means.map(formsIn);
    for (const word of words) {
      const stems = formsIn(word).map(stemOf);
      const key = stems.join(' ');
      longest = Math.max(longest, stems.length);
      const others = known.get(key) ?? new Map<string, Synonym>();
      known.set(key, others);
      for (const synonym of synonyms) {
        const same = synonym.map(stemOf).join(' ');
        if (same !== key) others.set(same, synonym);
      }
    }
  }
  const lists = new Map([...known].map(([key, others]) => [key, [...others.values()]]));
  return { longest, of: (stems) => lists.get(stems.join(' ')) ?? none };
}
