import { inBackground } from '../../shared/in-background.ts';

const ASK_EVERY_MS = 250;

/** Open while the store does not answer: then it is asked in the background, so that no reader waits for it. */
export function createCircuitBreaker(ask: () => Promise<void>, onClosed: (openSince: number) => void) {
  let openSince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  async function askAgain(): Promise<void> {
    const since = openSince;
    try {
      await ask();
    } catch {
      if (!disposed) timer = setTimeout(() => inBackground(askAgain()), ASK_EVERY_MS).unref();
      return;
    }
    openSince = undefined;
    if (since !== undefined) onClosed(since);
  }

  return {
    /** `undefined` while the store answers. */
    get openSince(): number | undefined {
      return openSince;
    },
    /** The store did not answer. Nothing new while that is known. */
    open: (now: number): void => {
      if (openSince !== undefined || disposed) return;
      openSince = now;
      inBackground(askAgain());
    },
    dispose: (): void => {
      disposed = true;
      clearTimeout(timer);
    },
  };
}
