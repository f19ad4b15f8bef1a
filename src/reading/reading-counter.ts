import { DAY_MS, dayOf } from '../shared/duration.ts';
import { inBackground } from '../shared/in-background.ts';
import { StoreError } from '../storage/store-error.ts';
import type { CountedPage, ReadingCounts } from './reading-counts.ts';

interface CounterOptions {
  counts: ReadingCounts;
  now?: () => number;
  everyMs?: number | undefined;
  /** Told when nothing can be written: pages are read without it. */
  onError: (error: unknown) => void;
}

const KEPT_DAYS = 90;
/** Rows written at a time: a store of this machine writes while everybody waits. */
const SLICE = 200;
/** Pages that wait for a store that is gone. */
const UNWRITTEN_MAX = 20_000;

export type ReadingCounter = ReturnType<typeof createReadingCounter>;

/** Counts opened pages in memory, and writes them down now and then: no reader waits for it. */
export function createReadingCounter(options: CounterOptions) {
  const { counts, now = Date.now, everyMs = 5_000, onError } = options;
  const waiting = new Map<string, CountedPage>();
  let cleanedDay = '';
  let writing: Promise<void> | undefined;

  const count = ({ day, page, count: more }: CountedPage) => {
    const key = `${day} ${page}`;
    const known = waiting.get(key);
    if (known) known.count += more;
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
          // It was not the counts' fault: they are written when the store is back.
          if (error instanceof StoreError) for (const row of rows) count(row);
          throw error;
        }
      }
      const day = dayOf(now());
      if (cleanedDay !== day) {
        await counts.removeBefore(dayOf(now() - KEPT_DAYS * DAY_MS));
        cleanedDay = day;
      }
    } catch (error) {
      onError(error);
    }
  }

  /** Writes what has been counted so far. */
  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(() => inBackground(flush()), everyMs);
  timer.unref();

  return {
    opened: (page: string) => count({ day: dayOf(now()), page, count: 1 }),
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer);
      await flush();
      // What was counted while that was written.
      await flush();
      await counts.close();
    },
  };
}
