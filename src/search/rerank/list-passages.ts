import type { SearchIndex } from '../index/open-index.ts';
import type { Ranked } from '../rank/rank.ts';
import type { RerankPassage } from './reranker.ts';

/** A passage with the number of its section, which is the same in all threads that search a file. */
export interface SectionPassage extends RerankPassage {
  section: number;
}

/** The first hits of a question nearly always have the section that answers, and a model is fast enough for these. */
const PASSAGES_MAX = 20;
/** Cross-encoders read about 512 tokens. */
const TEXT_MAX_CHARACTERS = 2_000;

/**
 * Lists the best sections as a reranker gets them. `ranked` comes from the reader's view, so nothing else is in it.
 */
export function listPassages(
  rankedSections: readonly Ranked[],
  { table, getSection: readSection }: Pick<SearchIndex, 'table' | 'getSection'>,
): SectionPassage[] {
  const sectionsWithHits = rankedSections.filter(({ records }) => records.length > 0).slice(0, PASSAGES_MAX);
  return sectionsWithHits.map(({ section, records: [bestRecord = 0] }) => {
    const { titles, blocks } = readSection(section);
    const bestBlock = blocks[bestRecord - (table.firstRecords[section] ?? 0)];
    const inOrder = [bestBlock, ...blocks.filter((block) => block !== bestBlock)];
    const text = inOrder.flatMap((block) => block?.content ?? []).join('\n');
    return {
      section,
      title: titles.filter((title) => title !== null).join(' › '),
      text: text.slice(0, TEXT_MAX_CHARACTERS).toWellFormed(),
    };
  });
}
