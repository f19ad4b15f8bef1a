import { createHash } from 'node:crypto';
import {
  type Account,
  type AccountFault,
  accountFaults,
  normaliseEmail,
  type SignedInUser,
} from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { confirmOwner, type Unconfirmed } from '../confirm-owner.ts';
import { type Context, notify } from '../context.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';

type AskResult = { outcome: 'requested' } | { outcome: 'invalid'; problems: AccountFault[] } | Unconfirmed;

type ConfirmResult =
  | { outcome: 'done'; email: string }
  /** Unknown, used, expired, replaced, or its account is disabled or gone: one answer for all. */
  | { outcome: 'invalid-token' }
  /** Only whoever reads the mail of this address learns it. */
  | { outcome: 'email-taken' }
  | { outcome: 'unavailable' };

/** How readers change their own e-mail: by a link that is sent to the new one. */
export function createEmailChanges(
  context: Context,
  throttle: Throttle,
  /** Its sessions are read again. */
  forgetAccount: (accountId: string) => void,
) {
  const { store, clock, limits, issuer, mail } = context;
  const find = async (token: string) =>
    issuer === 'local' && looksLikeToken(token)
      ? store.findEmailChange(hashToken(token), clock())
      : undefined;

  return {
    /** Without mail it is the administrator who changes it. */
    canAsk: issuer === 'local' && mail !== undefined,
    ask: async (given: {
      user: SignedInUser;
      current: string;
      email: string;
      address: string;
    }): Promise<AskResult> => {
      const { user } = given;
      const email = normaliseEmail(given.email);
      const problems = accountFaults(email, '');
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const owner = await confirmOwner(context, throttle, given, { event: 'email-change-refused' });
      if (owner.outcome !== 'confirmed') return owner;
      if (email === owner.account.email)
        return {
          outcome: 'invalid',
          problems: [{ field: 'email', message: 'This is your e-mail already.' }],
        };
      // Else one reader fills the mailboxes of many others.
      const key = `email-change:${createHash('sha256').update(user.accountId).digest('base64url')}`;
      const { full } = await store.countAttempt([{ key, ...limits.attempts.emailChange }], clock());
      if (full !== undefined) return { outcome: 'throttled', retryAt: full.retryAt };
      // The same answer whether the address has had enough of them, or is another account's: that is none of theirs.
      await mail?.put('email-change', { email, accountId: user.accountId });
      return { outcome: 'requested' };
    },
    /** Which e-mail a link is for, as long as it can be used. */
    find: async (token: string): Promise<{ email: string; name: string } | undefined> => {
      const found = await find(token);
      return found && { email: found.email, name: found.account.name };
    },
    confirm: async ({ token, address }: { token: string; address: string }): Promise<ConfirmResult> => {
      if ((await find(token)) === undefined) return { outcome: 'invalid-token' };
      const noteOf = (before: Account): AuditNote => ({
        at: clock(),
        event: 'profile-changed',
        from: address,
        detail: `was ${before.email}`,
      });
      const spent = await store.spendEmailChange(hashToken(token), clock(), noteOf);
      if (spent === undefined) return { outcome: 'invalid-token' };
      if (spent.outcome === 'email-taken') return { outcome: 'email-taken' };
      const { account, email } = spent;
      forgetAccount(account.id);
      await notify(context, 'email-changed', account);
      return { outcome: 'done', email };
    },
  };
}
