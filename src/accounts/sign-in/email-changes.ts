import { createHash } from 'node:crypto';
import {
  type Account,
  type AccountFault,
  findAccountFaults,
  normaliseEmail,
  type SignedInUser,
} from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { type ConfirmationFailure, confirmOwner } from '../confirm-owner.ts';
import { type Context, notify } from '../context.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';

type AskResult =
  | { outcome: 'requested' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  | ConfirmationFailure;

type ConfirmResult =
  | { outcome: 'done'; email: string }
  /** The link is unknown, used, expired or replaced, or its account is disabled or gone. All get the same answer. */
  | { outcome: 'invalid-token' }
  /** Only the owner of the address sees this answer. */
  | { outcome: 'email-taken' }
  | { outcome: 'unavailable' };

interface EmailChangeRequest {
  user: SignedInUser;
  /** The password that the user typed. */
  current: string;
  /** The new email, as the user typed it. */
  email: string;
  /** Network address. */
  address: string;
}

/** Lets readers change their own email, with a link that is sent to the new address. */
export interface EmailChanges {
  /** Whether readers can change their email. Without outgoing mail, only administrators can. */
  canAsk: boolean;
  /** Mails a link to the new address, after checking the `current` password. Counts wrong passwords. */
  ask(request: EmailChangeRequest): Promise<AskResult>;
  /** Returns the new email of a valid link. */
  find(token: string): Promise<{ email: string; name: string } | undefined>;
  /** Changes the email and uses up the link. The old address is notified. */
  confirm(request: { token: string; address: string }): Promise<ConfirmResult>;
}

/** Lets readers change their own email, with a link that is sent to the new address. */
export function createEmailChanges(
  context: Context,
  throttle: Throttle,
  /** Removes the account's sessions from the cache, so that they are read again. */
  forgetAccount: (accountId: string) => void,
): EmailChanges {
  const { store, clock, limits, issuer, mail } = context;
  const find = async (token: string) =>
    issuer === 'local' && looksLikeToken(token)
      ? store.findEmailChange(hashToken(token), clock())
      : undefined;

  return {
    canAsk: issuer === 'local' && mail !== undefined,
    ask: async (request) => {
      const { user } = request;
      const email = normaliseEmail(request.email);
      const problems = findAccountFaults(email, '');
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const owner = await confirmOwner(context, throttle, request, { event: 'email-change-refused' });
      if (owner.outcome !== 'confirmed') return owner;
      if (email === owner.account.email)
        return { outcome: 'invalid', problems: [{ field: 'email', text: 'emailUnchanged' }] };
      // Otherwise a reader could fill the mailboxes of many other people.
      const key = `email-change:${createHash('sha256').update(user.accountId).digest('base64url')}`;
      const { full } = await store.countAttempt([{ key, ...limits.attempts.emailChange }], clock());
      if (full !== undefined) return { outcome: 'throttled', retryAt: full.retryAt };
      // The answer doesn't reveal whether the address has received too many mails or belongs to another account.
      await mail?.put('email-change', { email, accountId: user.accountId });
      return { outcome: 'requested' };
    },
    find: async (token) => {
      const change = await find(token);
      return change && { email: change.email, name: change.account.name };
    },
    confirm: async ({ token, address }) => {
      if ((await find(token)) === undefined) return { outcome: 'invalid-token' };
      const createNote = (before: Account): AuditNote => ({
        at: clock(),
        event: 'profile-changed',
        from: address,
        detail: `was ${before.email}`,
      });
      const result = await store.spendEmailChange(hashToken(token), clock(), createNote);
      if (result === undefined) return { outcome: 'invalid-token' };
      if (result.outcome === 'email-taken') return { outcome: 'email-taken' };
      const { account, email } = result;
      forgetAccount(account.id);
      await notify(context, 'email-changed', account);
      return { outcome: 'done', email };
    },
  };
}
