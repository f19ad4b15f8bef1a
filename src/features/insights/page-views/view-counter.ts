import { DAY_MS, formatIsoDay } from '../../../shared/duration.ts';
import { inBackground } from '../../../shared/in-background.ts';
import { StoreError } from '../../../storage/store-error.ts';
import type { CountedPage, ReadingCounts } from './view-counts.ts';

interface CounterOptions {
  counts: ReadingCounts;
  now?: () => number;
  /** How often to write; every 5 s by default. */
  everyMs?: number | undefined;
  /** Called when counts can't be written. Readers don't notice. */
  onError: (error: unknown) => void;
}

const KEPT_DAYS = 90;
/** Rows written at a time: SQLite blocks the process while it writes. */
const SLICE = 200;
/** Maximum number of pages that wait while the store is unavailable. */
const UNWRITTEN_MAX = 20_000;

/** Counts page views in memory and writes them every few seconds, so that no reader waits for the store. */
export interface ReadingCounter {
  opened(page: string): void;
  /** Writes the counts so far. */
  flush(): Promise<void>;
  /** Writes the remaining counts and closes the store. */
  close(): Promise<void>;
}

export function createReadingCounter(options: CounterOptions): ReadingCounter {
  const { counts, now = Date.now, everyMs = 5_000, onError } = options;
  const waiting = new Map<string, CountedPage>();
  let cleanedDay = '';
  let writing: Promise<void> | undefined;

  const count = ({ day, page, count: more }: CountedPage) => {
    const key = `${day} ${page}`;
    const waitingCount = waiting.get(key);
    if (waitingCount) waitingCount.count += more;
    else if (waiting.size < UNWRITTEN_MAX) waiting.set(key, { day, page, count: more });
  };

  async function write(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const rows = [...waiting.values()].slice(0, SLICE);
        for (const { day, page } of rows) waiting.delete(`${day} ${page}`);
        try {
          await counts.add(rows);
        } catch (error) {
          // The store is unavailable, so count the rows again and write them when it is back.
          if (error instanceof StoreError) for (const row of rows) count(row);
          throw error;
        }
      }
      const day = formatIsoDay(now());
      if (cleanedDay !== day) {
        await counts.removeBefore(formatIsoDay(now() - KEPT_DAYS * DAY_MS));
        cleanedDay = day;
      }
    } catch (error) {
      onError(error);
    }
  }

  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(() => inBackground(flush()), everyMs);
  timer.unref();

  return {
    opened: (page: string) => count({ day: formatIsoDay(now()), page, count: 1 }),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
      // Pages may have been counted during the first flush.
      await flush();
      await counts.close();
    },
  };
}
