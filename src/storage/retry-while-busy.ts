// https://www.sqlite.org/rescode.html#busy
const BUSY = 5;

/**
 * Opens again while another process does the same: entering WAL mode fails at once then, SQLite does not wait there.
 * Blocks, as everything of `node:sqlite` does.
 */
export function retryWhileBusy<T>(forMs: number, open: () => T): T {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === BUSY
  );
}
