import { SEARCH_QUERY_MAX_CHARACTERS } from '../../../config/constants.ts';
import type { EncodedAnswer } from '../../../search/engine/engine.ts';
import type { SearchEvent } from '../../../search/protocol/search-events.ts';
import { formatIsoDay } from '../../../shared/duration.ts';
import { createRate } from '../../../shared/rate.ts';
import { createCountWriter } from '../count-writer.ts';
import type { CountedOpening, CountedSearch, SearchCounts } from './search-counts.ts';

interface CounterOptions {
  counts: Pick<SearchCounts, 'add' | 'removeBefore'>;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** A search is finished when its reader types nothing for this time. */
  pauseMs?: number;
  /** Called when the counts can't be written. Search continues without them. */
  onError: (error: unknown) => void;
}

/** Number of answers whose events may still arrive. */
const AWAITED_MAX = 5_000;
/** Limit per reader, who can't finish more searches than this by typing. */
const COUNTED_MAX = 60;
const COUNTED_MS = 60_000;
/** Maximum number of searches and openings that wait while the store is unavailable. */
const WAITING_MAX = 10_000;

/** The counted parts of an answer. */
type CountedAnswer = Omit<EncodedAnswer, 'result'>;

/** Counts searches anonymously. Readers are distinguished only in memory, while they type. */
export interface SearchCounter {
  /** Records an answer. It is counted if it is the last one when the reader has stopped typing. */
  searched(answer: CountedAnswer, reader: string): void;
  /** Records an answer that is counted only if an event for it arrives. */
  shown(answer: CountedAnswer): void;
  /** Records that a reader has looked at an answer or opened a hit. Events for other answers are ignored. */
  happened(event: SearchEvent, reader: string): void;
  /** Records that nothing answers a question. It counts as a search without results. */
  unanswered(question: string, reader: string): void;
  /** Records that this many sections answer a question. It counts as a search with as many results. */
  answered(question: string, sections: number, reader: string): void;
  /** Writes all counts so far. Failures are reported to `onError`. */
  flush(): Promise<void>;
  /** Writes all counts and closes the store. */
  close(): Promise<void>;
}

/** Counts searches anonymously. Readers are distinguished only in memory, while they type. */
export function createSearchCounter(options: CounterOptions): SearchCounter {
  const { counts, now = Date.now, pauseMs = 2_000, onError } = options;
  const typing = new Map<string, { search: CountedSearch; at: number }>();
  const awaited = new Map<string, { search: CountedSearch; unopened: Set<string> }>();
  const mayCount = createRate(COUNTED_MAX, COUNTED_MS, now);
  const writer = createCountWriter<CountedSearch | CountedOpening>({
    counts: {
      add: (rows) =>
        counts.add(
          rows.filter((row) => 'hits' in row),
          rows.filter((row) => 'opened' in row),
        ),
      removeBefore: counts.removeBefore,
    },
    everyMs: pauseMs,
    waitingMax: WAITING_MAX,
    beforeWriting: () => finishTyping('paused'),
    now,
    onError,
  });

  const formatToday = () => formatIsoDay(now());

  function noteSearch(answer: CountedAnswer): CountedSearch | undefined {
    const query = normalizeQuery(answer.query);
    if (query === '') return undefined;
    const search = { day: formatToday(), query, hits: answer.nbHits };
    if (answer.queryID !== undefined) {
      awaited.set(answer.queryID, { search, unopened: new Set(answer.objectIDs) });
      const [oldest] = awaited.keys();
      if (awaited.size > AWAITED_MAX && oldest !== undefined) awaited.delete(oldest);
    }
    return search;
  }

  function finish(search: CountedSearch, reader: string): void {
    if (mayCount(reader)) writer.add(search);
  }

  /** Counts the searches of readers who have stopped typing, or of all of them. */
  function finishTyping(of: 'all' | 'paused'): void {
    for (const [reader, { search, at }] of typing) {
      if (of === 'paused' && now() - at < pauseMs) continue;
      finish(search, reader);
      typing.delete(reader);
    }
  }

  function countQuestion(question: string, hits: number, reader: string): void {
    const query = normalizeQuery([...question].slice(0, SEARCH_QUERY_MAX_CHARACTERS).join(''));
    if (query === '') return;
    const before = typing.get(reader);
    if (before?.search.query === query) {
      before.search.hits = hits;
      return;
    }
    if (before && !isSameTyping(before.search.query, query)) finish(before.search, reader);
    typing.set(reader, { search: { day: formatToday(), query, hits }, at: now() });
  }

  return {
    searched(answer, reader) {
      const search = noteSearch(answer);
      // Further pages belong to a search that was already counted.
      if (!search || answer.page > 0) return;
      const before = typing.get(reader);
      if (before && !isSameTyping(before.search.query, search.query)) finish(before.search, reader);
      typing.set(reader, { search, at: now() });
    },
    shown(answer) {
      noteSearch(answer);
    },
    happened(event, reader) {
      const awaitedSearch = awaited.get(event.queryID);
      if (!awaitedSearch) return;
      const { search, unopened } = awaitedSearch;
      if (event.kind === 'seen') {
        typing.set(reader, { search, at: now() });
        return;
      }
      // A hit that the answer didn't contain can't have been opened. A second opening isn't counted.
      for (const objectID of event.objectIDs.filter((d) => unopened.delete(d))) {
        writer.add({ day: formatToday(), query: search.query, opened: objectID.replace(/^\d+-/, '') });
      }
    },
    unanswered: (question, reader) => countQuestion(question, 0, reader),
    answered: countQuestion,
    flush: () => {
      finishTyping('all');
      return writer.flush();
    },
    /** Writes the remaining counts and stops. */
    close: () => {
      finishTyping('all');
      return writer.close();
    },
  };
}

/** Whether one query is the beginning of the other: letters were added or removed. */
function isSameTyping(before: string, after: string): boolean {
  return before.startsWith(after) || after.startsWith(before);
}

function normalizeQuery(query: string): string {
  return query.trim().replace(/\s+/g, ' ').toLowerCase();
}
