import { runInBackground } from '../../shared/in-background.ts';

const ASK_EVERY_MS = 250;

/** Opens when the store doesn't answer. While it is open, it polls the store in the background, so no reader waits. */
export function createCircuitBreaker(ask: () => Promise<void>, onClosed: (openSince: number) => void) {
  let openSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  async function askAgain(): Promise<void> {
    const since = openSince;
    try {
      await ask();
    } catch {
      if (!isDisposed) timer = setTimeout(() => runInBackground(askAgain()), ASK_EVERY_MS).unref();
      return;
    }
    openSince = undefined;
    if (since !== undefined) onClosed(since);
  }

  return {
    /** Time since which the store hasn't answered; `undefined` while it answers. */
    get openSince(): number | undefined {
      return openSince;
    },
    /** Opens the breaker, unless it is open already. */
    open: (now: number): void => {
      if (openSince !== undefined || isDisposed) return;
      openSince = now;
      runInBackground(askAgain());
    },
    dispose: (): void => {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}
