import { type AccountFault, type SignedInUser, userOf } from '../account.ts';
import type { Context } from '../context.ts';
import { passwordFault } from '../passwords/password-rules.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import { enter, type SignInSource, welcome } from './sign-in-outcome.ts';

export type AcceptResult =
  | { outcome: 'accepted'; token: string; user: SignedInUser }
  /** The password is set. `token`: of the sign-in that waits for a second factor. */
  | { outcome: 'second-factor'; token: string }
  /** Unknown, used, expired, replaced, or its account is disabled or gone: one answer for all. */
  | { outcome: 'invalid-token' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  /** The link stays good. */
  | { outcome: 'unavailable' };

/** The one-time links at which owners of new accounts set their password. The account administration makes them. */
export function createInvites(context: Context, throttle: Throttle) {
  const { store, passwords, clock, issuer } = context;
  /** Whom a link is for, as long as it can be used. With another issuer than this site nobody sets a password here. */
  const find = async (token: string): Promise<{ email: string; name: string } | undefined> =>
    issuer === 'local' && looksLikeToken(token)
      ? store.accountByInvite(hashToken(token), clock())
      : undefined;

  return {
    find,
    accept: async (given: { token: string; password: string } & SignInSource): Promise<AcceptResult> => {
      const { token, password, address } = given;
      const invited = await find(token);
      if (invited === undefined) return { outcome: 'invalid-token' };
      const message = await passwordFault(password, invited.email, context.words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'unavailable' };
      const note = { at: clock(), event: 'invite-accepted', from: address } as const;
      const account = await store.acceptInvite(hashToken(token), hash, clock(), note);
      const entered = account && (await enter(context, account, given));
      if (!entered) return { outcome: 'invalid-token' };
      if (entered.outcome === 'second-factor') return { outcome: 'second-factor', token: entered.token };
      await welcome(context, throttle, account, given);
      return { outcome: 'accepted', token: entered.token, user: userOf(account) };
    },
  };
}
