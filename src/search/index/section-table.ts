import { createNumberReader, recordTypes } from './index-file.ts';
import type { VisibilityClasses } from './visibility-classes.ts';

/** A row of the file with the words of a page: see `packPageWords`. */
export interface StoredPage {
  /** The id of the first section. */
  first: number;
  sections: number;
  records: number;
  texts: number;
  words: number;
  bytes: Uint8Array;
}

/** Word numbers of the vocabulary start at 1. */
export const END = 0;

const TEXTS_BEFORE_BODIES = 4;

/**
 * Sections, records and their words in the order of the site, all counted from 0. In `words`, the words of a section are
 * adjacent: heading, parents, about, questions, then the body of each record. Each text ends with `END`, so that no
 * phrase continues in the next text.
 */
export interface SectionTable {
  /** The number of sections. */
  sections: number;
  /** The number of records. */
  records: number;
  words: Int32Array;
  /** Where the words of each section start, plus the end of the last section. */
  starts: Int32Array;
  /** The first record of each section, plus the number of all records. */
  firstRecords: Int32Array;
  /** The page of each section. */
  pages: Int32Array;
  /** The id of each section in the file. */
  ids: Int32Array;
  /** The number of written words in the heading. Other spellings follow them. */
  headingLengths: Uint16Array;
  /** The type of each record: see `recordTypes`. */
  types: Uint8Array;
  /** Where the words of each record's body start, and their number. */
  bodyStarts: Int32Array;
  bodyLengths: Uint16Array;
  /** For each page: the words of its title, and its first section. */
  titles: Int32Array[];
  firstSections: number[];
}

/** `numberOf` maps the number of a word in the file to its number here. */
export function readSectionTable(pages: readonly StoredPage[], numberOf: Int32Array): SectionTable {
  const sum = (count: (page: StoredPage) => number) => pages.reduce((total, page) => total + count(page), 0);
  const [sections, records] = [sum((page) => page.sections), sum((page) => page.records)];
  const table: SectionTable = {
    sections,
    records,
    words: new Int32Array(sum((page) => page.words + page.texts)),
    starts: new Int32Array(sections + 1),
    firstRecords: new Int32Array(sections + 1),
    pages: new Int32Array(sections),
    ids: new Int32Array(sections),
    headingLengths: new Uint16Array(sections),
    types: new Uint8Array(records),
    bodyStarts: new Int32Array(records),
    bodyLengths: new Uint16Array(records),
    titles: [],
    firstSections: [],
  };
  let [section, record, end] = [0, 0, 0];
  pages.forEach((page, number) => {
    const next = createNumberReader(page.bytes);
    /** Returns the number of written words. */
    const readText = (): number => {
      const wordCount = next();
      for (let left = wordCount + next(); left > 0; left -= 1) table.words[end++] = numberOf[next()] ?? END;
      table.words[end++] = END;
      return wordCount;
    };
    const title = new Int32Array(next());
    table.titles.push(title.map(() => numberOf[next()] ?? END));
    table.firstSections.push(section);
    for (let id = page.first; id < page.first + page.sections; id += 1) {
      table.ids[section] = id;
      table.starts[section] = end;
      table.firstRecords[section] = record;
      table.pages[section] = number;
      table.headingLengths[section] = readText();
      for (let text = 1; text < TEXTS_BEFORE_BODIES; text += 1) readText();
      for (let left = next(); left > 0; left -= 1) {
        table.types[record] = next();
        table.bodyStarts[record] = end;
        table.bodyLengths[record] = readText();
        record += 1;
      }
      section += 1;
    }
  });
  table.starts[sections] = end;
  table.firstRecords[sections] = record;
  return table;
}

/** The number of sections, and their share of all, that may have the same heading. */
const SHARED_MIN = 20;
const SHARED_SHARE = 0.02;

/**
 * Removes the words of headings that very many sections have, such as *Request* or *See also*. They identify no section,
 * and readers who search for a request would find nothing else. Only sections are counted that all readers of a section
 * can see. `unknown` is a number that no word has.
 */
export function forgetSharedHeadings(table: SectionTable, classes: VisibilityClasses, unknown: number): void {
  const { words, starts, headingLengths, firstRecords, types, bodyStarts, bodyLengths } = table;
  const sectionTotals = classes.sumOverVisible(countByClass(classes, Array(table.sections).keys()));
  const headings = Map.groupBy(Array.from(headingLengths.keys()), (section) => {
    const start = starts[section] ?? 0;
    return words.subarray(start, start + (headingLengths[section] ?? 0)).join();
  });
  const forget = (start: number) => {
    for (let at = start; words[at] !== END; at += 1) words[at] = unknown;
  };
  for (const [heading, sections] of headings) {
    if (heading === '' || sections.length <= SHARED_MIN) continue;
    const counts = classes.sumOverVisible(countByClass(classes, sections));
    for (const section of sections) {
      const sectionClass = classes.classOf[section] ?? 0;
      const sectionTotal = sectionTotals[sectionClass] ?? 0;
      if ((counts[sectionClass] ?? 0) <= Math.max(SHARED_MIN, SHARED_SHARE * sectionTotal)) continue;
      forget(starts[section] ?? 0);
      // The record of the heading contains its words as well.
      const record = firstRecords[section] ?? 0;
      if (recordTypes[types[record] ?? 0] !== 'content' && (bodyLengths[record] ?? 0) > 0)
        forget(bodyStarts[record] ?? 0);
    }
  }
}

function countByClass({ classOf, count }: VisibilityClasses, sections: Iterable<number>): number[] {
  const counts = Array.from({ length: count }, () => 0);
  for (const section of sections) {
    const sectionClass = classOf[section] ?? 0;
    counts[sectionClass] = (counts[sectionClass] ?? 0) + 1;
  }
  return counts;
}

/** Finds the section of a record. */
export function findSectionOfRecord({ firstRecords, sections }: SectionTable, record: number): number {
  let [low, high] = [0, sections];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firstRecords[middle + 1] ?? 0) <= record) low = middle + 1;
    else high = middle;
  }
  return low;
}
