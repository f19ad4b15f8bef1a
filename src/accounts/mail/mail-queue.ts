import { StoreError } from '../../storage/store-error.ts';
import type { Context } from '../context.ts';
import type { ClaimedMail } from '../store/mail-store.ts';
import type { createComposer } from './compose.ts';
import type { Transport } from './smtp.ts';

interface QueueOptions extends Pick<Context, 'store' | 'clock' | 'logger'> {
  compose: ReturnType<typeof createComposer>;
  transport: Transport;
  pollMs?: number;
}

const SECOND = 1_000;
/** Longer than a delivery can take: whoever holds a mail for longer is gone. */
const CLAIMED_MS = 120 * SECOND;
const FIRST_WAIT_MS = 60 * SECOND;
const LONGEST_WAIT_MS = 3_600 * SECOND;
/** As long as an invitation is good. */
const GIVEN_UP_MS = 72 * 3_600 * SECOND;

/**
 * Sends what waits in the store, one after the other, in whichever process comes first. A mail leaves the store when
 * the server has taken it, and not before: whoever dies in between leaves it to the next, which says in the mail and in
 * the log that it may come twice.
 */
export function startMailQueue(options: QueueOptions) {
  const { store, clock, logger, pollMs = 5 * SECOND } = options;
  let closed = false;
  let working: Promise<void> | undefined;
  let again = false;

  async function work(): Promise<void> {
    try {
      for (;;) {
        if (closed) return;
        const mail = await store.claimMail(clock(), clock() + CLAIMED_MS);
        if (mail === undefined) return;
        await send(mail, options);
      }
    } catch (error) {
      if (!(error instanceof StoreError)) logger.error({ err: error }, 'Mail could not be sent.');
      else logger.warn({ err: error }, 'Mail waits until the store answers.');
    }
  }

  function wake(): void {
    if (closed) return;
    if (working !== undefined) {
      again = true;
      return;
    }
    working = work().finally(() => {
      working = undefined;
      if (!again) return;
      again = false;
      wake();
    });
  }

  const timer = setInterval(wake, pollMs).unref();
  wake();
  return {
    /** Something may be due. */
    wake,
    /** When what is being sent is sent. */
    close: async (): Promise<void> => {
      closed = true;
      clearInterval(timer);
      await working;
      options.transport.close();
    },
  };
}

async function send(
  mail: ClaimedMail,
  { store, clock, logger, compose, transport }: QueueOptions,
): Promise<void> {
  const { id, kind, attempts, isUncertain, createdAt, accountId } = mail;
  const about = { mail: id, kind, attempts };
  logger.debug?.({ ...about, waitedMs: clock() - createdAt }, 'A mail is taken from the queue.');
  const message = await compose(mail);
  if (message === undefined) {
    logger.debug?.(about, 'A mail is dropped: its reason has gone.');
    return store.removeMail(id);
  }
  if (isUncertain)
    logger.warn(about, 'A mail may be sent twice: an attempt before did not say how it ended.');
  const delivery = await transport.deliver({ id, ...message });
  switch (delivery.outcome) {
    case 'sent':
      logger.debug?.(about, 'The mail server took a mail.');
      return store.removeMail(id);
    case 'later': {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
      const dueAt = clock() + wait;
      if (dueAt - createdAt > GIVEN_UP_MS) return giveUp(delivery.reason);
      logger.warn({ ...about, reason: delivery.reason, waitMs: wait }, 'A mail is sent later.');
      return store.postponeMail(id, dueAt, isUncertain || delivery.isUncertain);
    }
    case 'refused':
      return giveUp(delivery.reason);
  }

  /** Written down where an administrator looks: nothing is lost without a word. */
  async function giveUp(reason: string): Promise<void> {
    logger.error({ ...about, reason }, 'A mail was not sent and is given up.');
    const note = { at: clock(), event: 'mail-given-up', by: 'mail', detail: `${kind}: ${reason}` } as const;
    const whose = accountId ?? (await store.accountByEmail(mail.email))?.id;
    await store.note(note, whose);
    await store.removeMail(id);
  }
}
