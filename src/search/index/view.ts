import type { IndexedPage, SearchIndex } from './open-index.ts';
import type { WordRange } from './vocabulary.ts';

/** Made once for each set of pages and kept: it goes through the whole index. */
export function viewOf(index: SearchIndex, isVisible: (page: IndexedPage) => boolean) {
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
    /** 1 for each section that can be found. */
    visible,
    sections: visible.reduce((sum, one) => sum + one, 0),
    has,
    /** In how many sections the word is. */
    frequency: (word: number) => frequencies[word] ?? 0,
    hasAny({ from, to }: WordRange) {
      for (let word = from; word < to; word += 1) if (has(word)) return true;
      return false;
    },
  };
}

/**
 * The index as somebody sees it who may find some of its pages only: whatever is on others alone is no word of it,
 * counts nowhere and is suggested to nobody. Every query is asked of a view, and knows nothing else of the index.
 */
export type IndexView = ReturnType<typeof viewOf>;
