import type { IndexedPage, SearchIndex } from './open-index.ts';
import type { WordRange } from './vocabulary.ts';

/**
 * The index for readers who may find only some of its pages. Words that occur only on other pages don't exist in it:
 * they aren't counted and aren't suggested. Queries use views only, and never the index itself.
 */
export interface IndexView {
  /** The whole index, to read texts and words by number. */
  index: SearchIndex;
  /** 1 for each section that can be found, else 0. */
  visible: Uint8Array;
  /** The number of sections that can be found. */
  sections: number;
  /** Whether a section of the view contains the word. */
  has(word: number): boolean;
  /** The number of sections of the view that contain the word. */
  getFrequency(word: number): number;
  /** Whether a section of the view contains one of the words in the range. */
  hasAny(range: WordRange): boolean;
}

/** Creates a view. It reads the whole index, so create one per set of pages and keep it. */
export function createIndexView(index: SearchIndex, isVisible: (page: IndexedPage) => boolean): IndexView {
  const { table, postings, pages } = index;
  const visiblePages = pages.map(isVisible);
  const visibleSections = Uint8Array.from(table.pages, (page) => (visiblePages[page] ? 1 : 0));
  const { starts } = postings;
  const frequencies = new Int32Array(starts.length - 1);
  for (let word = 0; word < frequencies.length; word += 1) {
    let count = 0;
    const end = starts[word + 1] ?? 0;
    for (let at = starts[word] ?? 0; at < end; at += 1)
      count += visibleSections[postings.sections[at] ?? 0] ?? 0;
    frequencies[word] = count;
  }
  const has = (word: number) => word !== 0 && (frequencies[word] ?? 0) > 0;
  return {
    index,
    visible: visibleSections,
    sections: visibleSections.reduce((sum, section) => sum + section, 0),
    has,
    getFrequency: (word) => frequencies[word] ?? 0,
    hasAny({ from, to }) {
      for (let word = from; word < to; word += 1) if (has(word)) return true;
      return false;
    },
  };
}
