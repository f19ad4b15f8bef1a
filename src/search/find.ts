import type { Filters } from './filters.ts';
import type { IndexFile } from './index-file.ts';
import { ladder } from './ladder.ts';
import { parseQuery, type Query } from './query.ts';
import { rank } from './rank.ts';

/** As many hits as paging can reach, as in the public protocol. */
export const REACHABLE_HITS = 1_000;
/** Ranked by what a reader would look at; the rest stays in the order of the index. */
const RANKED = 32;
/** A rung with fewer hits than this is followed by the next one. */
const ENOUGH_HITS = 10;

export interface Found {
  query: Query;
  /** Record ids, best first, one for each address unless `perTarget` says otherwise. */
  ids: number[];
  /** False when there are more than paging can reach. */
  exhaustive: boolean;
}

export interface Search {
  query: string;
  filters: Filters;
  /** Hits shown for one address; 0: no limit. */
  perTarget: number;
}

export function find(index: IndexFile, search: Search): Found {
  const query = parseQuery(search.query, index);
  if (search.query.trim() === '') return found(index, search, query, everything(index, search));
  const matched: number[] = [];
  const best: number[] = [];
  const seen = new Set<number>();
  for (const rung of ladder(query)) {
    const fresh = index.match(rung, REACHABLE_HITS).filter((id) => !seen.has(id) && search.filters(id));
    for (const id of fresh) seen.add(id);
    best.push(...fresh.slice(0, RANKED));
    matched.push(...fresh.slice(RANKED));
    // Few hits, and none of them may be what was meant: the next rung's are weighed with them.
    if (seen.size >= ENOUGH_HITS) break;
  }
  const ranked = rank(query, index.candidates(best, query.literal !== undefined), index.records).map(
    ({ id }) => id,
  );
  return found(index, search, query, [...ranked, ...matched]);
}

function found(index: IndexFile, search: Search, query: Query, matched: readonly number[]): Found {
  const ids = limitPerTarget(matched, index.traits.target, search.perTarget);
  return { query, ids: ids.slice(0, REACHABLE_HITS), exhaustive: matched.length < REACHABLE_HITS };
}

function everything(index: IndexFile, { filters }: Search): number[] {
  const ids: number[] = [];
  for (const id of index.traits.inOrder) {
    if (ids.length === REACHABLE_HITS) break;
    if (filters(id)) ids.push(id);
  }
  return ids;
}

function limitPerTarget(ids: readonly number[], target: Int32Array, most: number): number[] {
  if (most === 0) return [...ids];
  const counts = new Map<number, number>();
  return ids.filter((id) => {
    const key = target[id] ?? -1;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  });
}
