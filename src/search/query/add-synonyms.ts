import type { IndexFile } from '../index/open-index.ts';
import { stemOf } from '../index/vocabulary.ts';
import { anyOf, phraseOf } from './expression.ts';
import type { Term } from './parse-query.ts';
import type { Synonym } from './synonyms.ts';

/** Below every form of the word itself. */
const SYNONYM = 0.45;

/** Lets words and phrases of the query stand for their synonyms too, as far as the index knows those. */
export function addSynonyms(terms: readonly Term[], index: IndexFile): void {
  const { synonyms } = index;
  if (synonyms.longest === 0) return;
  const stems = terms.map(({ forms }) => forms.map(stemOf));
  for (let at = 0; at < terms.length; at += 1) {
    for (let length = 1; length <= synonyms.longest && at + length <= terms.length; length += 1) {
      const others = synonyms.of(stems.slice(at, at + length).flat());
      if (others.length === 0) continue;
      const named = terms.slice(at, at + length);
      const telling = named.filter((term) => !term.isStopWord);
      for (const term of telling.length > 0 ? telling : named) {
        for (const other of others) add(term, other, index);
      }
    }
  }
}

function add(term: Term, synonym: Synonym, index: Pick<IndexFile, 'wordsOfStem' | 'word'>): void {
  const before = synonym.slice(0, -1);
  if (before.some((word) => index.word(word) === undefined)) return;
  const endings = index.wordsOfStem(stemOf(synonym.at(-1) ?? ''));
  if (endings.length === 0) return;
  const words = [...before, ...endings.map(({ word }) => word)];
  for (const word of words) {
    if (!term.words.has(word)) term.words.set(word, SYNONYM / synonym.length);
  }
  const parts = endings.map(({ word }) => phraseOf([...before, word], false));
  if (term.expression === '') term.expression = anyOf(parts);
  else term.wider = anyOf([term.wider ?? term.expression, ...parts]);
  if (term.records === 0) term.records = Math.max(...endings.map(({ records }) => records));
}
