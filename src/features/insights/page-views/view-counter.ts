import { formatIsoDay } from '../../../shared/duration.ts';
import { createCountWriter } from '../count-writer.ts';
import type { CountedPage, ReadingCounts } from './view-counts.ts';

interface CounterOptions {
  counts: Pick<ReadingCounts, 'add' | 'removeBefore'>;
  now?: () => number;
  /** How often to write; every 5 s by default. */
  everyMs?: number | undefined;
  /** Runs before each write that is due, whether or not there are counts to write. */
  beforeWriting?: () => void;
  /** Called when counts can't be written. Readers don't notice. */
  onError: (error: unknown) => void;
}

/** Maximum number of pages that wait while the store is unavailable. */
const WAITING_MAX = 20_000;

/** Counts page views in memory and writes them every few seconds, so that no reader waits for the store. */
export interface ReadingCounter {
  countOpening(page: string): void;
  /** Writes the counts so far. */
  flush(): Promise<void>;
  /** Writes the remaining counts and stops. */
  close(): Promise<void>;
}

export function createReadingCounter({
  counts,
  now = Date.now,
  everyMs = 5_000,
  beforeWriting,
  onError,
}: CounterOptions): ReadingCounter {
  const { add, flush, close } = createCountWriter<CountedPage>({
    counts,
    everyMs,
    waitingMax: WAITING_MAX,
    joining: {
      getKey: ({ day, page }) => `${day} ${page}`,
      join: (first, { count }) => ({ ...first, count: first.count + count }),
    },
    now,
    beforeWriting,
    onError,
  });
  return { countOpening: (page) => add({ day: formatIsoDay(now()), page, count: 1 }), flush, close };
}
