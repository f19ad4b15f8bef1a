import type { IndexFile } from '../index/open-index.ts';
import { rank } from '../rank/rank.ts';
import type { Filters } from './filters.ts';
import { parseQuery, type Query } from './parse-query.ts';
import { askedGroups, headingBegun, headingKeys, ladder, sentenceGroups } from './relaxation.ts';

/** As many hits as paging can reach, as in the public protocol. */
export const REACHABLE_HITS = 1_000;
/** Ranked by what a reader would look at; the rest stays in the order of the index. */
const RANKED = 48;
/** A sentence has fewer ranked for each rung, and so many addresses as a whole, by so many of their records each. */
const RANKED_OF_SENTENCE = 24;
const TARGETS = 12;
const RECORDS_OF_TARGET = 6;
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
  const seen = new Uint8Array(index.traits.place.length);
  const groups = sentenceGroups(query);
  const ranked = groups.length > 0 ? RANKED_OF_SENTENCE : RANKED;
  let hits = 0;
  const climb = (rungs: readonly string[]) => {
    for (const rung of new Set(rungs)) {
      // Few hits, and none of them may be what was meant: the next rung's are weighed with them.
      if (hits >= ENOUGH_HITS) return;
      const fresh = index
        .match(rung, REACHABLE_HITS, query.terms.length === 1)
        .filter((id) => seen[id] === 0 && search.filters(id));
      for (const id of fresh) seen[id] = 1;
      hits += fresh.length;
      best.push(...fresh.slice(0, ranked));
      matched.push(...fresh.slice(ranked));
    }
  };
  const { whole, loose } = ladder(query, index.records);
  climb(whole);
  const isWritten = hits > 0;
  climb(loose);
  // By its weight a heading may stand behind many that have more words, or have its words above them too.
  for (const key of headingKeys(query)) best.push(...index.headed(key).filter(search.filters));
  const begun = headingBegun(query);
  if (begun !== undefined) best.push(...index.begun(begun).filter(search.filters));
  // Where no text has all words of a short query, they may be those in which readers ask.
  const asked = groups.length > 0 || isWritten ? [] : askedGroups(query);
  const targets = [...index.targets.any(groups), ...index.targets.asked(asked)];
  for (const { target } of targets.slice(0, TARGETS)) {
    for (const id of recordsOf(target, index.traits.target)) {
      if (search.filters(id)) best.push(id);
    }
  }
  const candidates = [...new Set(best)].map(index.candidate);
  const ids = rank(query, candidates, { targets, isWritten, records: index.records }).map(({ id }) => id);
  return found(index, search, query, [...new Set([...ids, ...matched])]);
}

/** The first records of a target; they stand side by side. */
function recordsOf(target: number, targets: Int32Array): number[] {
  const ids: number[] = [];
  for (let id = target; targets[id] === target && ids.length < RECORDS_OF_TARGET; id += 1) ids.push(id);
  return ids;
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
  // Few are asked for: see `distinct` of the protocol.
  const counts = new Uint8Array(target.length);
  return ids.filter((id) => {
    const key = target[id] ?? 0;
    const count = counts[key] ?? 0;
    if (count < most) counts[key] = count + 1;
    return count < most;
  });
}
