import { normaliseEmail, userOf } from '../account.ts';
import { type Context, notify, quietly } from '../context.ts';
import { passwordFault } from '../passwords/password-rules.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import type { AcceptResult } from './invites.ts';
import { enter, type SignInSource } from './sign-in-outcome.ts';

type AskResult =
  | { outcome: 'requested' }
  | { outcome: 'throttled'; retryAt: number }
  | { outcome: 'unavailable' };

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
    /** Whether who forgot a password can ask for a link by mail. */
    canAsk: issuer === 'local' && context.mail !== undefined,
    /**
     * Sends a link to whoever has this e-mail. The same work and the same answer whether anybody does: the account is
     * looked for when the mail is sent. `language`: BCP 47, of the page on which it was asked for.
     */
    ask: async (given: { email: string; address: string; language?: string }): Promise<AskResult> => {
      const email = normaliseEmail(given.email);
      const attempt = await throttle.countAsking(given.address, clock());
      if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
      if (email !== undefined)
        await context.mail?.put(
          'reset',
          { email },
          given.language === undefined ? {} : { language: given.language },
        );
      return { outcome: 'requested' };
    },
    accept: async (given: { token: string; password: string } & SignInSource): Promise<AcceptResult> => {
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
      const entered = await enter(context, account, given);
      if (entered === undefined) return { outcome: 'invalid-token' };
      await notify(context, 'password-changed', account);
      if (entered.outcome === 'second-factor') return { outcome: 'second-factor', token: entered.token };
      // Whoever holds a link of the account may sign in from there.
      await quietly(context, 'An address could not be remembered.', () =>
        throttle.remember(account.id, address, clock(), given.device),
      );
      return { outcome: 'accepted', token: entered.token, user: userOf(account) };
    },
  };
}
