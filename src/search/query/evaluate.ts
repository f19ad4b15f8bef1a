import type { SearchIndex } from '../index/open-index.ts';
import { END } from '../index/section-table.ts';
import type { Clause, PhraseClause, WordClause } from './query.ts';

/** The sections and fields that a query may match. */
interface Reach {
  /** 1 for each section that may be found, else 0. */
  visible: Uint8Array;
  /** A bit mask of fields: see `createFieldMask`. */
  fields: number;
}

/** The sections that a clause matches, with the frequency of its words. Arrays over all sections, reused by queries. */
interface Matches {
  /** The first `count` entries are the matching sections, in any order. */
  sections: Int32Array;
  count: number;
  /** Frequencies by section, 0 for sections that don't match. See `postings.ts`. */
  frequencies: Float32Array;
  /** A bit mask of the matching fields for each section: see `createFieldMask`. */
  fields: Uint8Array;
}

/** Evaluates a clause. The result is valid until the next call. */
export function createEvaluator(index: SearchIndex): (clause: Clause, reach: Reach) => Matches {
  const { postings, table } = index;
  const [result, phrase, word] = [
    createEmptyMatches(table.sections),
    createEmptyMatches(table.sections),
    createEmptyMatches(table.sections),
  ];

  function add(into: Matches, clause: Clause, reach: Reach): void {
    switch (clause.kind) {
      case 'word':
        addWords(into, clause, reach);
        break;
      case 'phrase':
        addPhrase(into, clause, reach);
        break;
      case 'any':
        for (const part of clause.of) add(into, part, reach);
    }
  }

  function addWords(into: Matches, { words, quality }: WordClause, { visible, fields }: Reach): void {
    const end = postings.starts[words.to] ?? 0;
    for (let at = postings.starts[words.from] ?? 0; at < end; at += 1) {
      const section = postings.sections[at] ?? 0;
      const where = postings.fields[at] ?? 0;
      if ((where & fields) === 0 || visible[section] === 0) continue;
      const before = into.frequencies[section] ?? 0;
      if (before === 0) {
        into.sections[into.count] = section;
        into.count += 1;
      }
      into.frequencies[section] = before + quality * (postings.frequencies[at] ?? 0);
      into.fields[section] = (into.fields[section] ?? 0) | where;
    }
  }

  function addPhrase(into: Matches, { words }: PhraseClause, reach: Reach): void {
    const [first, ...otherWords] = words;
    if (!first) return;
    for (const word of first) addWords(phrase, word, reach);
    for (const other of otherWords) {
      for (const one of other) addWords(word, one, reach);
      for (let at = 0; at < phrase.count; at += 1) {
        const section = phrase.sections[at] ?? 0;
        const lowerFrequency = Math.min(phrase.frequencies[section] ?? 0, word.frequencies[section] ?? 0);
        phrase.frequencies[section] = lowerFrequency;
        phrase.fields[section] = (phrase.fields[section] ?? 0) & (word.fields[section] ?? 0);
      }
      clear(word);
    }
    for (let at = 0; at < phrase.count; at += 1) {
      const section = phrase.sections[at] ?? 0;
      const frequency = phrase.frequencies[section] ?? 0;
      if (frequency === 0 || !hasPhrase(index, section, words)) continue;
      if (into.frequencies[section] === 0) {
        into.sections[into.count] = section;
        into.count += 1;
      }
      into.frequencies[section] = (into.frequencies[section] ?? 0) + frequency;
      into.fields[section] = (into.fields[section] ?? 0) | (phrase.fields[section] ?? 0);
    }
    clear(phrase);
  }

  return (clause, reach) => {
    clear(result);
    add(result, clause, reach);
    return result;
  };
}

/** Whether the words are adjacent in a text of the section. */
function hasPhrase(
  { table }: SearchIndex,
  section: number,
  [first = [], ...otherWords]: PhraseClause['words'],
): boolean {
  const end = (table.starts[section + 1] ?? 0) - otherWords.length;
  // Most words of a section are outside of the range in which all alternatives for the first word are.
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { words } of first) [from, to] = [Math.min(from, words.from), Math.max(to, words.to)];
  for (let at = table.starts[section] ?? 0; at < end; at += 1) {
    const word = table.words[at] ?? END;
    if (word < from || word >= to || !isOneOf(first, word)) continue;
    let matched = 0;
    while (
      matched < otherWords.length &&
      isOneOf(otherWords[matched] ?? [], table.words[at + matched + 1] ?? END)
    )
      matched += 1;
    if (matched === otherWords.length) return true;
  }
  return false;
}

function isOneOf(clauses: readonly WordClause[], word: number): boolean {
  for (const { words } of clauses) if (words.from <= word && word < words.to) return true;
  return false;
}

function createEmptyMatches(sections: number): Matches {
  return {
    sections: new Int32Array(sections),
    count: 0,
    frequencies: new Float32Array(sections),
    fields: new Uint8Array(sections),
  };
}

function clear(matches: Matches): void {
  for (let at = 0; at < matches.count; at += 1) {
    const section = matches.sections[at] ?? 0;
    matches.frequencies[section] = 0;
    matches.fields[section] = 0;
  }
  matches.count = 0;
}
