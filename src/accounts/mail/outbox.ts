import { createHash, randomUUID } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { ThrottleKey } from '../store/throttle-store.ts';
import { FEATURE_MAIL, type FeatureMail, type MailKind } from './messages/message.ts';

/** Maximum number of mails of one kind to one address per hour, so that no one can fill another person's mailbox. */
const limits: Record<MailKind, number> = {
  invitation: 5,
  reset: 3,
  'new-device': 5,
  'password-changed': 5,
  'email-change': 3,
  'email-changed': 5,
  'account-removed': 3,
  'factor-added': 5,
  'factor-removed': 5,
  'factors-reset': 5,
  'recovery-code-used': 10,
  'factor-guessed': 1,
  'now-administrator': 5,
  'feedback-answered': 10,
  'feedback-done': 10,
  digest: 1,
  'test-mail': 5,
  [FEATURE_MAIL]: 20,
};
const WINDOW_MS = 3_600_000;

/** Queues mails in the store, where they survive this process. */
export interface Outbox {
  /** Returns the id and the throttle window of a mail, for callers that queue it in their own transaction. */
  prepare(kind: MailKind, email: string): { id: string; window: ThrottleKey };
  /** Sends queued mails now. */
  wake(): void;
  /** Queues a mail. Returns `bounded` if the address has received too many mails of this kind. */
  put(
    kind: MailKind,
    to: { email: string; accountId?: string | null },
    detail?: Readonly<Record<string, string | number | FeatureMail>>,
  ): Promise<'queued' | 'bounded'>;
}

/** `wake` is called after a mail was queued. */
export function createOutbox(
  store: Pick<Store, 'addMail' | 'countAttempt'>,
  clock: () => number,
  wake: () => void = () => {},
): Outbox {
  const prepare = (kind: MailKind, email: string): { id: string; window: ThrottleKey } => {
    const to = createHash('sha256').update(email).digest('base64url');
    const window = { key: `mail ${kind}:${to}`, limit: limits[kind], windowMs: WINDOW_MS };
    return { id: randomUUID(), window };
  };
  return {
    prepare,
    wake,
    put: async (kind, { email, accountId = null }, detail = {}) => {
      const now = clock();
      const { id, window } = prepare(kind, email);
      const { full } = await store.countAttempt([window], now);
      if (full !== undefined) return 'bounded';
      await store.addMail({ id, kind, accountId, email, detail: JSON.stringify(detail), createdAt: now });
      wake();
      return 'queued';
    },
  };
}
