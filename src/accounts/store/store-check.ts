import type { Store } from './store.ts';

/** How long a successful check stays valid. Load balancers ask every second, and each check writes a row. */
const CHECKED_MS = 10_000;

/**
 * Returns a check whether the store can be read and written. Writing matters: on a full disk or a standby database,
 * reading still works. The check rejects with a `StoreError` that says what is wrong.
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
