import type { Store } from './store.ts';

/** A check that went well is good for this long: a balancer asks every second, and each check is a write. */
const CHECKED_MS = 10_000;

/**
 * Whether the store can be read, and written too: on a full disk, or on a standby, everything else looks well. Rejects
 * with a `StoreError` that says what is wrong.
 */
export function createStoreCheck(
  store: Pick<Store, 'ping' | 'checkWritable'>,
  clock: () => number,
): () => Promise<void> {
  let writableAt = Number.NEGATIVE_INFINITY;
  return async () => {
    await store.ping();
    const now = clock();
    if (now >= writableAt && now - writableAt < CHECKED_MS) return;
    await store.checkWritable(now);
    writableAt = now;
  };
}
