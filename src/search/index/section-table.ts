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

/** The places of the texts of a section before its bodies. */
const [HEADING, PARENTS, QUESTIONS] = [0, 1, 3];

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
  /** The number of written words in the headings above it. */
  parentLengths: Uint16Array;
  /** The words of headings that `forgetSharedHeadings` removed, by section. */
  forgottenHeadings: Map<number, Int32Array>;
  /** The number of written words in each question, and the first question of each section, plus their number. */
  questionLengths: Uint16Array;
  firstQuestions: Int32Array;
  /** The type of each record: see `recordTypes`. */
  types: Uint8Array;
  /** 1 for each record that is text without code, else 0. */
  passages: Uint8Array;
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
    parentLengths: new Uint16Array(sections),
    forgottenHeadings: new Map(),
    questionLengths: new Uint16Array(),
    firstQuestions: new Int32Array(sections + 1),
    types: new Uint8Array(records),
    passages: new Uint8Array(records),
    bodyStarts: new Int32Array(records),
    bodyLengths: new Uint16Array(records),
    titles: [],
    firstSections: [],
  };
  const questionLengths: number[] = [];
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
      table.parentLengths[section] = readText();
      readText();
      readText();
      table.firstQuestions[section] = questionLengths.length;
      for (let left = next(); left > 0; left -= 1) questionLengths.push(next());
      for (let left = next(); left > 0; left -= 1) {
        table.types[record] = next();
        table.passages[record] = next();
        table.bodyStarts[record] = end;
        table.bodyLengths[record] = readText();
        record += 1;
      }
      section += 1;
    }
  });
  table.starts[sections] = end;
  table.firstRecords[sections] = record;
  table.firstQuestions[sections] = questionLengths.length;
  table.questionLengths = Uint16Array.from(questionLengths);
  return table;
}

/** The written words of a section's heading, also if many sections share it, and of all headings above it. */
export function readHeadings(
  table: SectionTable,
  section: number,
): { heading: Int32Array; parents: Int32Array } {
  const { words, headingLengths, parentLengths, forgottenHeadings } = table;
  const [start, parents] = [findText(table, section, HEADING), findText(table, section, PARENTS)];
  return {
    heading: forgottenHeadings.get(section) ?? words.subarray(start, start + (headingLengths[section] ?? 0)),
    parents: words.subarray(parents, parents + (parentLengths[section] ?? 0)),
  };
}

/** The written words of each question that a section answers. */
export function readQuestionWords(table: SectionTable, section: number): Int32Array[] {
  const { words, questionLengths, firstQuestions } = table;
  const lengths = questionLengths.subarray(firstQuestions[section], firstQuestions[section + 1]);
  const questions: Int32Array[] = [];
  let start = findText(table, section, QUESTIONS);
  for (const length of lengths) {
    questions.push(words.subarray(start, start + length));
    start += length;
  }
  return questions;
}

/** The written words of the first passages of a section. */
export function readPassages(table: SectionTable, section: number, most: number): Int32Array[] {
  const { words, firstRecords, passages, bodyStarts, bodyLengths } = table;
  const texts: Int32Array[] = [];
  const end = firstRecords[section + 1] ?? 0;
  for (let record = firstRecords[section] ?? 0; record < end && texts.length < most; record += 1) {
    if (passages[record] === 0) continue;
    const start = bodyStarts[record] ?? 0;
    texts.push(words.subarray(start, start + (bodyLengths[record] ?? 0)));
  }
  return texts;
}

/** Finds where a text of a section starts. */
function findText({ words, starts }: SectionTable, section: number, text: number): number {
  let at = starts[section] ?? 0;
  for (let before = 0; before < text; at += 1) if (words[at] === END) before += 1;
  return at;
}

/** The number of sections, and their share of all, that may have the same heading. */
const SHARED_MIN = 20;
const SHARED_SHARE = 0.02;

/**
 * Removes the words of headings that very many sections have, such as *Request* or *See also*, and keeps them aside. They
 * identify no section, and readers who search for a request would find nothing else. Only sections are counted that all
 * readers of a section can see. `unknown` is a number that no word has.
 */
export function forgetSharedHeadings(table: SectionTable, classes: VisibilityClasses, unknown: number): void {
  const { words, starts, headingLengths, firstRecords, types, bodyStarts, bodyLengths, forgottenHeadings } =
    table;
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
    const headingWords = readHeadings(table, sections[0] ?? 0).heading.slice();
    for (const section of sections) {
      const sectionClass = classes.classOf[section] ?? 0;
      const sectionTotal = sectionTotals[sectionClass] ?? 0;
      if ((counts[sectionClass] ?? 0) <= Math.max(SHARED_MIN, SHARED_SHARE * sectionTotal)) continue;
      forgottenHeadings.set(section, headingWords);
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
