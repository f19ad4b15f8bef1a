import type { SynonymRule } from '../../config/synonym-rules.ts';
import { stemOf } from '../index/english.ts';
import type { IndexView } from '../index/view.ts';
import { formsIn } from '../index/words.ts';
import { qualities } from '../rank/weights.ts';
import { wordClause } from './clauses.ts';
import type { Clause, Term } from './query.ts';

/** What else the words of a query may stand for, by the site's configuration. */
export type Synonyms = ReturnType<typeof synonymsOf>;

/** As its words. */
type Synonym = readonly string[];

export function synonymsOf(rules: readonly SynonymRule[]) {
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
  return {
    /** Of the longest phrase that has synonyms, in words. */
    longest,
    /** `stems`: of one word or of a phrase. */
    of: (stems: readonly string[]) => [...(known.get(stems.join(' '))?.values() ?? [])],
  };
}

/** Gives words and phrases of the query their synonyms, as far as the view has them. */
export function addSynonyms(terms: readonly Term[], synonyms: Synonyms, view: IndexView): void {
  const stems = terms.map(({ forms }) => forms.map(stemOf));
  for (let at = 0; at < terms.length; at += 1) {
    for (let length = 1; length <= synonyms.longest && at + length <= terms.length; length += 1) {
      const clauses = synonyms
        .of(stems.slice(at, at + length).flat())
        .flatMap((synonym) => clauseOf(synonym, view));
      const named = terms.slice(at, at + length);
      const content = named.filter((term) => !term.isStopWord);
      for (const term of content.length > 0 ? content : named) term.synonyms.push(...clauses);
    }
  }
}

/** In any ending of its last word; nothing where the view does not have all of its words. */
function clauseOf(synonym: Synonym, view: IndexView): Clause[] {
  const { vocabulary } = view.index;
  const quality = qualities.synonym / synonym.length;
  const clauses = (words: readonly string[]) =>
    words.flatMap((word) => wordClause(word, view, quality) ?? []);
  const endings = vocabulary.ofStem(stemOf(synonym.at(-1) ?? '')).map(vocabulary.word);
  const words = [...synonym.slice(0, -1).map((word) => clauses([word])), clauses(endings)];
  if (words.some((alternatives) => alternatives.length === 0)) return [];
  return words.length === 1 ? words.flat() : [{ kind: 'phrase', words }];
}
