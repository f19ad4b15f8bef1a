import type { Filters } from './filters.ts';
import type { IndexFile } from './index-file.ts';
import { ladder } from './ladder.ts';
import { parseQuery, type Query } from './query.ts';
import { rank } from './rank.ts';

/** As many hits as paging can reach, as in the public protocol. */
export const REACHABLE_HITS = 1_000;
/** Ranked by what a reader would look at; the rest stays in the order of the index. */
const RANKED = 48;
/** A rung with fewer hits than this is followed by the next one. */
const ENOUGH_HITS = 3;

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
  const matched: number[] = [];
  const seen = new Set<number>();
  for (const rung of rungsOf(query, search.query)) {
    const ids = rung === '' ? everything(index) : index.match(rung, REACHABLE_HITS);
    const fresh = ids.filter((id) => !seen.has(id) && search.filters(id));
    for (const id of fresh) seen.add(id);
    const ranked = rung === '' ? [] : rank(query, index.candidates(fresh.slice(0, RANKED)), index.records);
    matched.push(...ranked.map((candidate) => candidate.id), ...fresh.slice(ranked.length));
    if (matched.length >= ENOUGH_HITS) break;
  }
  const ids = limitPerTarget(matched, index.traits.target, search.perTarget);
  return { query, ids: ids.slice(0, REACHABLE_HITS), exhaustive: matched.length < REACHABLE_HITS };
}

/** An empty query asks for everything; one of nothing but unknown signs for nothing. */
function rungsOf(query: Query, written: string): string[] {
  return written.trim() === '' ? [''] : ladder(query);
}

function everything(index: IndexFile): number[] {
  return Array.from({ length: Math.min(index.records, REACHABLE_HITS) }, (_, at) => at + 1);
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
