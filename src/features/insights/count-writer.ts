import { DAY_MS, formatIsoDay } from '../../shared/duration.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { StoreError } from '../../storage/store-error.ts';

/** Number of days after which counts are deleted. */
export const KEPT_DAYS = 90;
/** Rows written at a time: SQLite blocks the process while it writes. */
const SLICE = 200;

interface CountWriterOptions<Row> {
  /** Where the counts are stored. */
  counts: {
    add(rows: readonly Row[]): Promise<void>;
    removeBefore(day: string): Promise<void>;
  };
  /** How often to write. */
  everyMs: number;
  /** Number of rows that wait while the store is unavailable. The oldest ones are dropped first. */
  waitingMax: number;
  /** Joins rows with the same key while they wait. Without it, each row is written as it is. */
  joining?: { getKey(row: Row): string; join(first: Row, second: Row): Row };
  /** Runs before the rows that wait are written, unless `flush` writes them. */
  beforeWriting?: (() => void) | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called when counts can't be written. Readers don't notice. */
  onError(error: unknown): void;
}

/** Collects counts in memory and writes them every few seconds, so that no reader waits for the store. */
interface CountWriter<Row> {
  add(row: Row): void;
  /** Writes the counts so far. */
  flush(): Promise<void>;
  /** Writes the remaining counts and stops. */
  close(): Promise<void>;
}

/** Creates a writer. It also deletes the counts of days before the last 90, once a day. */
export function createCountWriter<Row>(options: CountWriterOptions<Row>): CountWriter<Row> {
  const { counts, joining, waitingMax, now, onError } = options;
  /** Rows that wait, in the order in which they are written. */
  const waitingRows = new Map<string | number, Row>();
  let addedRows = 0;
  let cleanedDay = '';
  let writing: Promise<void> | undefined;
  let nextWrite: Promise<void> | undefined;

  function add(row: Row): void {
    addedRows += 1;
    const key = joining?.getKey(row) ?? addedRows;
    const sameKey = waitingRows.get(key);
    waitingRows.set(key, joining && sameKey !== undefined ? joining.join(sameKey, row) : row);
    const [oldest] = waitingRows.keys();
    if (waitingRows.size > waitingMax && oldest !== undefined) waitingRows.delete(oldest);
  }

  async function write(): Promise<void> {
    try {
      while (waitingRows.size > 0) await writeSlice();
      const day = formatIsoDay(now());
      if (cleanedDay !== day) {
        await counts.removeBefore(formatIsoDay(now() - KEPT_DAYS * DAY_MS));
        cleanedDay = day;
      }
    } catch (error) {
      onError(error);
    }
  }

  /** Other work can run between two slices. */
  async function writeSlice(): Promise<void> {
    const slice = [...waitingRows].slice(0, SLICE);
    for (const [key] of slice) waitingRows.delete(key);
    const rows = slice.map(([, row]) => row);
    try {
      await counts.add(rows);
    } catch (error) {
      // The store is unavailable. The counts are written when it is back.
      if (error instanceof StoreError) putBack(rows);
      throw error;
    }
  }

  function putBack(rows: readonly Row[]): void {
    const laterRows = [...waitingRows.values()];
    waitingRows.clear();
    for (const row of [...rows, ...laterRows]) add(row);
  }

  /** A write that has begun may leave out rows that were added meanwhile, so another one follows it. */
  function flush(): Promise<void> {
    if (writing === undefined) {
      writing = write().finally(() => {
        writing = undefined;
      });
      return writing;
    }
    // All calls during a write wait for the same next one: an unavailable store answers late.
    nextWrite ??= writing.then(() => {
      nextWrite = undefined;
      return flush();
    });
    return nextWrite;
  }
  const timer = setInterval(() => {
    options.beforeWriting?.();
    runInBackground(flush());
  }, options.everyMs);
  timer.unref();

  return {
    add,
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
      // Counts may have been added during the first flush.
      await flush();
    },
  };
}
