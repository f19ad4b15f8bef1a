import type { SignedInUser } from '../account.ts';
import type { Context } from '../context.ts';
import type { Delivery } from './smtp.ts';

type TestMailResult =
  | { outcome: 'sent'; to: string }
  /** `reason`: the mail server's answer, or why it couldn't be reached. */
  | { outcome: 'failed'; reason: string }
  | { outcome: 'throttled'; retryAt: number }
  | { outcome: 'no-mail' };

/**
 * Sends a test mail to the administrator who requests it, to check whether mail arrives. Limited to a few per hour,
 * each recorded in the audit log. `from` is the administrator's network address.
 */
export type TestMail = (administrator: SignedInUser, from: string) => Promise<TestMailResult>;

/**
 * Sends a test mail to the administrator who requests it, to check whether mail arrives. Limited to a few per hour,
 * each recorded in the audit log.
 */
export function createTestMail(
  { store, clock, mail }: Pick<Context, 'store' | 'clock' | 'mail'>,
  send: ((to: { accountId: string; email: string }) => Promise<Delivery>) | undefined,
): TestMail {
  return async ({ accountId, email }, from) => {
    if (mail === undefined || send === undefined) return { outcome: 'no-mail' };
    const { full } = await store.countAttempt([mail.prepare('test-mail', email).window], clock());
    if (full !== undefined) return { outcome: 'throttled', retryAt: full.retryAt };
    const delivery = await send({ accountId, email });
    const detail = delivery.outcome === 'sent' ? 'sent' : `not sent: ${delivery.reason}`;
    await store.note({ at: clock(), event: 'test-mail-sent', by: email, from, detail }, accountId);
    return delivery.outcome === 'sent'
      ? { outcome: 'sent', to: email }
      : { outcome: 'failed', reason: delivery.reason };
  };
}
