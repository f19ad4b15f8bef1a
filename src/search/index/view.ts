import type { IndexedPage, SearchIndex } from './open-index.ts';
import type { WordRange } from './vocabulary.ts';

/** Creates a view. It reads the whole index, so create one per set of pages and keep it. */
export function createIndexView(index: SearchIndex, isVisible: (page: IndexedPage) => boolean) {
  const { table, postings, pages } = index;
  const visiblePages = pages.map(isVisible);
  const visible = Uint8Array.from(table.pages, (page) => (visiblePages[page] ? 1 : 0));
  const { starts } = postings;
  const frequencies = new Int32Array(starts.length - 1);
  for (let word = 0; word < frequencies.length; word += 1) {
    let count = 0;
    const end = starts[word + 1] ?? 0;
    for (let at = starts[word] ?? 0; at < end; at += 1) count += visible[postings.sections[at] ?? 0] ?? 0;
    frequencies[word] = count;
  }
  const has = (word: number) => word !== 0 && (frequencies[word] ?? 0) > 0;
  return {
    index,
    /** 1 for each section that can be found, else 0. */
    visible,
    sections: visible.reduce((sum, one) => sum + one, 0),
    has,
    /** The number of sections that contain the word. */
    frequency: (word: number) => frequencies[word] ?? 0,
    hasAny({ from, to }: WordRange) {
      for (let word = from; word < to; word += 1) if (has(word)) return true;
      return false;
    },
  };
}

/**
 * The index for readers who may find only some of its pages. Words that occur only on other pages don't exist in it: they
 * aren't counted and aren't suggested. Queries use views only, and never the index itself.
 */
export type IndexView = ReturnType<typeof createIndexView>;
