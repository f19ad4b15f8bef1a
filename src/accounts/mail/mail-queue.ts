import { StoreError } from '../../storage/store-error.ts';
import type { Context } from '../context.ts';
import type { ClaimedMail } from '../store/mail-store.ts';
import type { Composer } from './compose.ts';
import type { Transport } from './smtp.ts';

interface QueueOptions extends Pick<Context, 'store' | 'clock' | 'logger'> {
  compose: Composer;
  transport: Transport;
  pollMs?: number;
}

const SECOND = 1_000;
/** How long a process claims a mail: longer than a delivery can take. */
const CLAIMED_MS = 120 * SECOND;
const FIRST_WAIT_MS = 60 * SECOND;
const LONGEST_WAIT_MS = 3_600 * SECOND;
/** An invitation is valid for this long. */
const GIVEN_UP_MS = 72 * 3_600 * SECOND;

/**
 * Sends the mails in the store one after the other; several processes share the work. A mail is removed only after the
 * server has accepted it. If a process dies in between, another one sends the mail again, and says in the mail and in
 * the log that it may arrive twice.
 */
interface MailQueue {
  /** Sends mails that may be due now. */
  wake(): void;
  /** Stops after the current mail. */
  close(): Promise<void>;
}

export function startMailQueue(options: QueueOptions): MailQueue {
  const { store, clock, logger, pollMs = 5 * SECOND } = options;
  let isClosed = false;
  let work: Promise<void> | undefined;
  let mustRunAgain = false;

  async function sendDueMails(): Promise<void> {
    try {
      for (;;) {
        if (isClosed) return;
        const mail = await store.claimMail(clock(), clock() + CLAIMED_MS);
        if (mail === undefined) return;
        await send(mail, options);
      }
    } catch (error) {
      if (!(error instanceof StoreError)) logger.error({ err: error }, "Mail couldn't be sent.");
      else logger.warn({ err: error }, 'Mail waits until the store answers.');
    }
  }

  function wake(): void {
    if (isClosed) return;
    if (work !== undefined) {
      mustRunAgain = true;
      return;
    }
    work = sendDueMails().finally(() => {
      work = undefined;
      if (!mustRunAgain) return;
      mustRunAgain = false;
      wake();
    });
  }

  const timer = setInterval(wake, pollMs).unref();
  wake();
  return {
    wake,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await work;
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
  logger.debug?.({ ...about, waitedMs: clock() - createdAt }, 'An email is taken from the queue.');
  const message = await compose(mail);
  if (message === undefined) {
    logger.debug?.(about, 'An email is dropped, because its reason no longer applies.');
    return store.removeMail(id);
  }
  if (isUncertain)
    logger.warn(about, 'An email may be sent twice, because an earlier attempt was interrupted.');
  const delivery = await transport.deliver({ id, ...message });
  switch (delivery.outcome) {
    case 'sent':
      logger.debug?.(about, 'The mail server accepted an email.');
      return store.removeMail(id);
    case 'later': {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
      const dueAt = clock() + wait;
      if (dueAt - createdAt > GIVEN_UP_MS) return giveUp(delivery.reason);
      logger.warn(
        { ...about, reason: delivery.reason, waitMs: wait },
        "An email couldn't be sent and will be retried.",
      );
      return store.postponeMail(id, dueAt, isUncertain || delivery.isUncertain);
    }
    case 'refused':
      return giveUp(delivery.reason);
  }

  /** Records the failure in the audit log, where administrators see it. */
  async function giveUp(reason: string): Promise<void> {
    logger.error({ ...about, reason }, "An email couldn't be sent, and won't be tried again.");
    const note = { at: clock(), event: 'mail-given-up', by: 'mail', detail: `${kind}: ${reason}` } as const;
    const recipientId = accountId ?? (await store.findAccountByEmail(mail.email))?.id;
    await store.note(note, recipientId);
    await store.removeMail(id);
  }
}
