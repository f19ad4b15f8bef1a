import { numbersIn, recordTypes } from './index-file.ts';

/** One row of the file: the words of a page, see `packPageWords`. */
export interface StoredPage {
  /** The id of its first section. */
  first: number;
  sections: number;
  records: number;
  texts: number;
  words: number;
  bytes: Uint8Array;
}

/** Words of the vocabulary are counted from 1. */
export const END = 0;

const TEXTS_BEFORE_BODIES = 4;

/** `numberOf`: the number here of a word's number in the file. */
export function readSectionTable(pages: readonly StoredPage[], numberOf: Int32Array) {
  const sum = (count: (page: StoredPage) => number) => pages.reduce((total, page) => total + count(page), 0);
  const [sections, records] = [sum((page) => page.sections), sum((page) => page.records)];
  const table = {
    sections,
    records,
    words: new Int32Array(sum((page) => page.words + page.texts)),
    /** Of each section; with one more for the end of the last. */
    starts: new Int32Array(sections + 1),
    firstRecords: new Int32Array(sections + 1),
    pages: new Int32Array(sections),
    /** In the file. */
    ids: new Int32Array(sections),
    /** How many words of the heading are written; other spellings follow them. */
    headingLengths: new Uint16Array(sections),
    /** Of each record: see `recordTypes`. */
    types: new Uint8Array(records),
    bodyStarts: new Int32Array(records),
    bodyLengths: new Uint16Array(records),
    /** Of each page: the words of its title, and its first section. */
    titles: [] as Int32Array[],
    firstSections: [] as number[],
  };
  let [section, record, end] = [0, 0, 0];
  pages.forEach((page, number) => {
    const next = numbersIn(page.bytes);
    /** Returns how many words are written. */
    const readText = (): number => {
      const written = next();
      for (let left = written + next(); left > 0; left -= 1) table.words[end++] = numberOf[next()] ?? END;
      table.words[end++] = END;
      return written;
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

/**
 * Sections, records and their words in the order of the site, all counted from 0. In `words` a section is one run:
 * heading, parents, about, questions, then the body of each record; after each text is an `END`, so that no phrase
 * goes from one into the next.
 */
export type SectionTable = ReturnType<typeof readSectionTable>;

/** So many sections, and such a share of all, may have the same heading. */
const SHARED_MIN = 20;
const SHARED_SHARE = 0.02;

/**
 * Takes the words from headings such as *Request* or *See also* that very many sections have: they name none of them,
 * and whoever looks for a request would see nothing else. `unknown`: the number of no word.
 */
export function forgetSharedHeadings(table: SectionTable, unknown: number): void {
  const { words, starts, headingLengths, firstRecords, types, bodyStarts, bodyLengths } = table;
  const headings = Map.groupBy(Array.from(headingLengths.keys()), (section) => {
    const start = starts[section] ?? 0;
    return words.subarray(start, start + (headingLengths[section] ?? 0)).join();
  });
  const forget = (start: number) => {
    for (let at = start; words[at] !== END; at += 1) words[at] = unknown;
  };
  for (const [heading, sections] of headings) {
    if (heading === '' || sections.length <= Math.max(SHARED_MIN, SHARED_SHARE * table.sections)) continue;
    for (const section of sections) {
      forget(starts[section] ?? 0);
      // The record of the heading has its words once more.
      const record = firstRecords[section] ?? 0;
      if (recordTypes[types[record] ?? 0] !== 'content' && (bodyLengths[record] ?? 0) > 0)
        forget(bodyStarts[record] ?? 0);
    }
  }
}

/** The section of a record. */
export function sectionOfRecord({ firstRecords, sections }: SectionTable, record: number): number {
  let [low, high] = [0, sections];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firstRecords[middle + 1] ?? 0) <= record) low = middle + 1;
    else high = middle;
  }
  return low;
}
