import { createHash, randomUUID } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { ThrottleKey } from '../store/throttle-store.ts';
import type { MessageKind } from './messages/message.ts';

/** Of one kind to one address: nobody's mailbox is filled from here, whoever asks for it. */
const limits: Record<MessageKind, number> = {
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
};
const WINDOW_MS = 3_600_000;

export type Outbox = ReturnType<typeof createOutbox>;

/** Takes what is to be sent into the store, where it outlives this process. `wake`: something waits that is due now. */
export function createOutbox(
  store: Pick<Store, 'addMail' | 'countAttempt'>,
  clock: () => number,
  wake: () => void = () => {},
) {
  /** For whoever puts it there in a transaction of their own: its id, and what counts it. */
  const prepare = (kind: MessageKind, email: string): { id: string; window: ThrottleKey } => {
    const to = createHash('sha256').update(email).digest('base64url');
    const window = { key: `mail ${kind}:${to}`, limit: limits[kind], windowMs: WINDOW_MS };
    return { id: randomUUID(), window };
  };
  return {
    prepare,
    wake,
    /** `bounded`: this address has had enough of them for now. */
    put: async (
      kind: MessageKind,
      { email, accountId = null }: { email: string; accountId?: string | null },
      detail: Readonly<Record<string, string | number>> = {},
    ): Promise<'queued' | 'bounded'> => {
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
