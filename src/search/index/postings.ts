import { bm25f, type Field, fields, fieldWeights } from '../rank/weights.ts';
import { END, type SectionTable } from './section-table.ts';
import type { VisibilityClasses } from './visibility-classes.ts';

/** One bit for each field. */
export function createFieldMask(...names: readonly Field[]): number {
  return names.reduce((mask, name) => mask | (1 << fields.indexOf(name)), 0);
}

/**
 * The inverted index: for each word, the sections that contain it, ascending. The entries of a word are those from
 * `starts[word]` to `starts[word + 1]`. Words with the same beginning are adjacent.
 */
export interface Postings {
  starts: Int32Array;
  sections: Int32Array;
  /** The frequency of the word, weighted by fields and their lengths (the tf of BM25F). */
  frequencies: Float32Array;
  /** The fields that contain the word, as a bit mask: see `createFieldMask`. */
  fields: Uint8Array;
}

/** Inverts the texts of all sections. `words` is the number of words, and all word numbers are below it. */
export function invert(table: SectionTable, classes: VisibilityClasses, words: number): Postings {
  const factors = computeFieldFactors(table, classes);
  const starts = new Int32Array(words + 1);
  // First counts the postings of each word, which determines where they start.
  const last = new Int32Array(words).fill(-1);
  readEachWord(table, (word, section) => {
    if (last[word] === section) return;
    last[word] = section;
    starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  });
  for (let word = 0; word < words; word += 1)
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const size = starts[words] ?? 0;
  const postings = {
    starts,
    sections: new Int32Array(size),
    frequencies: new Float32Array(size),
    fields: new Uint8Array(size),
  };
  const ends = starts.slice();
  last.fill(-1);
  readEachWord(table, (word, section, field) => {
    if (last[word] !== section) {
      last[word] = section;
      const at = ends[word] ?? 0;
      ends[word] = at + 1;
      postings.sections[at] = section;
    }
    const at = (ends[word] ?? 0) - 1;
    const factor = factors[fields.length * section + field] ?? 0;
    postings.frequencies[at] = (postings.frequencies[at] ?? 0) + factor;
    postings.fields[at] = (postings.fields[at] ?? 0) | (1 << field);
  });
  return postings;
}

/**
 * The weight of one word in each field of each section. It is higher in fields that are shorter than the mean of the
 * sections that all readers of the section can see.
 */
function computeFieldFactors(
  table: SectionTable,
  { classOf, count, sumOverVisible }: VisibilityClasses,
): Float32Array {
  const lengths = new Float32Array(fields.length * table.sections);
  readEachWord(table, (_word, section, field) => {
    const at = fields.length * section + field;
    lengths[at] = (lengths[at] ?? 0) + 1;
  });
  const sectionCounts = Array.from({ length: count }, () => 0);
  for (const sectionClass of classOf) sectionCounts[sectionClass] = (sectionCounts[sectionClass] ?? 0) + 1;
  const visibleSections = sumOverVisible(sectionCounts);
  fields.forEach((name, field) => {
    const { b } = bm25f;
    const totals = Array.from({ length: count }, () => 0);
    classOf.forEach((sectionClass, section) => {
      totals[sectionClass] = (totals[sectionClass] ?? 0) + (lengths[fields.length * section + field] ?? 0);
    });
    const means = sumOverVisible(totals).map(
      (total, sectionClass) => total / (visibleSections[sectionClass] ?? 1) || 1,
    );
    classOf.forEach((sectionClass, section) => {
      const index = fields.length * section + field;
      const mean = means[sectionClass] ?? 1;
      lengths[index] = fieldWeights[name] / (1 - b + (b * (lengths[index] ?? 0)) / mean);
    });
  });
  return lengths;
}

/** Texts are in the order of the fields. All texts after the last field are bodies. */
function readEachWord(
  { words, starts, sections }: SectionTable,
  visit: (word: number, section: number, field: number) => void,
): void {
  const body = fields.length - 1;
  for (let section = 0; section < sections; section += 1) {
    const end = starts[section + 1] ?? 0;
    let field = 0;
    for (let at = starts[section] ?? 0; at < end; at += 1) {
      const word = words[at] ?? END;
      if (word !== END) visit(word, section, field);
      else if (field < body) field += 1;
    }
  }
}
