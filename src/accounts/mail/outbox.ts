import { createHash, randomUUID } from 'node:crypto';
import type { QueuedMail } from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';

type MailKind = QueuedMail['kind'];

/** Of one kind to one address: nobody's mailbox is filled from here, whoever asks for it. */
const limits: Record<MailKind, number> = {
  invitation: 5,
  reset: 3,
  'new-device': 5,
  'password-changed': 5,
  'feedback-answered': 10,
  'feedback-done': 10,
  digest: 1,
};
const WINDOW_MS = 3_600_000;

/** Takes what is to be sent into the store, where it outlives this process. */
export interface Outbox {
  /** `bounded`: this address has had enough of them for now. */
  put(
    kind: MailKind,
    to: { email: string; accountId?: string },
    detail?: Readonly<Record<string, string | number>>,
  ): Promise<'queued' | 'bounded'>;
}

/** `onPut`: something waits that is due now. */
export function createOutbox(
  store: Pick<Store, 'addMail' | 'countAttempt'>,
  clock: () => number,
  onPut: () => void = () => {},
): Outbox {
  return {
    put: async (kind, { email, accountId }, detail = {}) => {
      const now = clock();
      const to = createHash('sha256').update(email).digest('base64url');
      const key = `mail ${kind}:${to}`;
      const { full } = await store.countAttempt([{ key, limit: limits[kind], windowMs: WINDOW_MS }], now);
      if (full !== undefined) return 'bounded';
      await store.addMail({
        id: randomUUID(),
        kind,
        accountId: accountId ?? null,
        email,
        detail: JSON.stringify(detail),
        createdAt: now,
      });
      onPut();
      return 'queued';
    },
  };
}
