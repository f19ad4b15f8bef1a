import { randomUUID } from 'node:crypto';
import { inBackground } from '../shared/in-background.ts';
import type { Context } from './context.ts';
import { DIGEST_REFUSAL, DIGEST_SENT } from './store/digest-store.ts';

/** Name of the setting that is there for whoever does not want the weekly mail. */
export function digestRefusal(accountId: string): string {
  return DIGEST_REFUSAL + accountId;
}

interface DigestOptions extends Pick<Context, 'store' | 'logger'> {
  clock?: () => number;
  everyMs?: number;
  /** What a week had, in words; empty: nothing that is worth a mail. */
  textOf: (week: { since: number; until: number }) => Promise<string>;
  /** Something waits to be sent. */
  wake: () => void;
}

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** The first Monday of all. Weeks are of whole days, as searches are counted; their mail comes in the morning. */
const FIRST_MONDAY = Date.UTC(1970, 0, 5);
const MORNING = 7 * 3_600_000;

/**
 * Sends the weekly mail to administrators, on Mondays after seven (UTC), once: whichever process comes first puts it into
 * the store with the word that it is there. Returns how to stop.
 */
export function startDigest(options: DigestOptions): () => void {
  const { store, logger, textOf, wake, clock = Date.now, everyMs = 15 * 60_000 } = options;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = clock();
      const due = now - ((now - MORNING - FIRST_MONDAY) % WEEK);
      const sent = await store.setting(DIGEST_SENT);
      // A site that has just begun has no week behind it.
      if (sent === undefined) return await store.beginDigests(due);
      if (typeof sent === 'number' && sent >= due) return;
      const monday = due - MORNING;
      const text = await textOf({ since: monday - WEEK, until: monday });
      const row = { kind: 'digest', detail: JSON.stringify({ text }), createdAt: now } as const;
      const count = await store.addDigest(due, (accountId, email) =>
        text === '' ? undefined : { id: randomUUID(), accountId, email, ...row },
      );
      if (count > 0) wake();
    } catch (error) {
      logger.warn({ err: error }, 'The weekly digest is made later.');
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => inBackground(look()), everyMs).unref();
  inBackground(look());
  return () => clearInterval(timer);
}
