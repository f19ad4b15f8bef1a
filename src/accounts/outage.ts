/** Whether the store is gone. While it is, it is asked in the background, so that no reader waits for it. */
export interface Outage {
  /** When it went away; `undefined` while it answers. */
  readonly since: number | undefined;
  /** It did not answer. Nothing new while it is known to be gone. */
  begin(now: number): void;
  close(): void;
}

const ASK_EVERY_MS = 250;

export function createOutage(ask: () => Promise<void>, onOver: (since: number) => void): Outage {
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function look(): Promise<void> {
    const begun = since;
    try {
      await ask();
    } catch {
      if (!closed) timer = setTimeout(() => void look(), ASK_EVERY_MS).unref();
      return;
    }
    since = undefined;
    if (begun !== undefined) onOver(begun);
  }

  return {
    get since() {
      return since;
    },
    begin: (now) => {
      if (since !== undefined || closed) return;
      since = now;
      void look();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
