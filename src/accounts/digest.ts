import { randomUUID } from 'node:crypto';
import { runInBackground } from '../shared/in-background.ts';
import type { Context } from './context.ts';
import { DIGEST_REFUSAL, DIGEST_SENT } from './store/digest-store.ts';

/** Name of the setting that exists if this account doesn't want the weekly mail. */
export function nameDigestRefusal(accountId: string): string {
  return DIGEST_REFUSAL + accountId;
}

interface DigestOptions extends Pick<Context, 'store' | 'logger'> {
  clock?: () => number;
  everyMs?: number;
  /** Writes the text about a week. Empty if nothing is worth a mail. */
  describeWeek: (week: { since: number; until: number }) => Promise<string>;
  /** Called when mails have been queued. */
  wake: () => void;
}

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/**
 * The first Monday after the epoch. Weeks consist of whole UTC days, as searches are counted; mail is sent at seven.
 */
const FIRST_MONDAY = Date.UTC(1970, 0, 5);
const MORNING = 7 * 3_600_000;

/**
 * Sends the weekly mail to administrators once, on Mondays after seven (UTC). The first process that notices queues the
 * mails and records that in the same transaction. Returns a function that stops the digest.
 */
export function startDigest(options: DigestOptions): () => void {
  const { store, logger, describeWeek, wake, clock = Date.now, everyMs = 15 * 60_000 } = options;
  let isRunning = false;

  async function sendIfDue(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      const now = clock();
      const due = now - ((now - MORNING - FIRST_MONDAY) % WEEK);
      const storedTime = await store.readSetting(DIGEST_SENT);
      // A new site has no past week to report.
      if (storedTime === undefined) return await store.beginDigests(due);
      if (typeof storedTime === 'number' && storedTime >= due) return;
      const monday = due - MORNING;
      const text = await describeWeek({ since: monday - WEEK, until: monday });
      const row = { kind: 'digest', detail: JSON.stringify({ text }), createdAt: now } as const;
      const count = await store.addDigest(due, (accountId, email) =>
        text === '' ? undefined : { id: randomUUID(), accountId, email, ...row },
      );
      if (count > 0) wake();
    } catch (error) {
      logger.warn({ err: error }, "The weekly digest couldn't be created and will be tried again.");
    } finally {
      isRunning = false;
    }
  }

  const timer = setInterval(() => runInBackground(sendIfDue()), everyMs).unref();
  runInBackground(sendIfDue());
  return () => clearInterval(timer);
}
