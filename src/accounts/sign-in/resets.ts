import { userOf } from '../account.ts';
import { type Context, quietly } from '../context.ts';
import { passwordFault } from '../passwords/password-rules.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import type { AcceptResult } from './invites.ts';
import { startSession } from './sign-in-outcome.ts';

/** The one-time links for forgotten passwords. An administrator makes them, or a mail brings them. */
export function createResets(
  context: Context,
  throttle: Throttle,
  /** The sessions that the account had are gone. */
  forgetAccount: (accountId: string) => void,
) {
  const { store, passwords, clock, issuer } = context;
  /** Whom a link is for, as long as it can be used. With another issuer than this site nobody sets a password here. */
  const find = async (token: string): Promise<{ email: string; name: string } | undefined> =>
    issuer === 'local' && looksLikeToken(token)
      ? store.accountByResetLink(hashToken(token), clock())
      : undefined;

  return {
    find,
    accept: async (given: { token: string; password: string; address: string }): Promise<AcceptResult> => {
      const { token, password, address } = given;
      const owner = await find(token);
      if (owner === undefined) return { outcome: 'invalid-token' };
      const message = await passwordFault(password, owner.email, context.words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'unavailable' };
      const note = { at: clock(), event: 'password-reset', from: address } as const;
      const account = await store.spendResetLink(hashToken(token), hash, clock(), note);
      if (account === undefined) return { outcome: 'invalid-token' };
      forgetAccount(account.id);
      const started = await startSession(context, account, address);
      if (started === undefined) return { outcome: 'invalid-token' };
      // Whoever holds a link of the account may sign in from there.
      await quietly(context, 'An address could not be remembered.', () =>
        throttle.remember(account.id, address, clock()),
      );
      return { outcome: 'accepted', token: started.token, user: userOf(account) };
    },
  };
}
