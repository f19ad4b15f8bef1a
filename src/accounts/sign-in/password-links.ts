import { type Account, type AccountFault, normaliseEmail } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { type Context, notify, quietly } from '../context.ts';
import { passwordFault } from '../passwords/password-rules.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import { type Entered, enter, type SignInSource } from './sign-in-outcome.ts';

export type LinkResult =
  | Entered
  /** Unknown, used, expired, replaced, or its account is disabled or gone: one answer for all. */
  | { outcome: 'invalid-token' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  /** The link stays good. */
  | { outcome: 'unavailable' };

type AskResult =
  | { outcome: 'requested' }
  | { outcome: 'throttled'; retryAt: number }
  | { outcome: 'unavailable' };

/** The one-time links at which owners of accounts set a password. An administrator makes them, or a mail brings them. */
export function createPasswordLinks(
  context: Context,
  throttle: Throttle,
  /** The sessions that the account had are gone. */
  forgetAccount: (accountId: string) => void,
) {
  const { store, passwords, clock, issuer, mail } = context;

  function links(
    ownerOf: (tokenHash: string, now: number) => Promise<Account | undefined>,
    spend: (tokenHash: string, hash: string, now: number, note: AuditNote) => Promise<Account | undefined>,
    event: 'invite-accepted' | 'password-reset',
  ) {
    /** Whom a link is for, as long as it can be used. With another issuer than this site nobody sets a password here. */
    const find = async (token: string): Promise<{ email: string; name: string } | undefined> =>
      issuer === 'local' && looksLikeToken(token) ? ownerOf(hashToken(token), clock()) : undefined;

    const accept = async (given: { token: string; password: string } & SignInSource): Promise<LinkResult> => {
      const { token, password, address, device } = given;
      const owner = await find(token);
      if (owner === undefined) return { outcome: 'invalid-token' };
      const message = await passwordFault(password, owner.email, context.words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'unavailable' };
      const account = await spend(hashToken(token), hash, clock(), { at: clock(), event, from: address });
      if (account === undefined) return { outcome: 'invalid-token' };
      forgetAccount(account.id);
      const entered = await enter(context, account, given);
      if (entered === undefined) return { outcome: 'invalid-token' };
      if (event === 'password-reset') await notify(context, 'password-changed', account);
      // Whoever holds a link of the account may sign in from there.
      if (entered.outcome === 'signed-in')
        await quietly(context, 'An address could not be remembered.', () =>
          throttle.remember(account.id, address, clock(), device),
        );
      return entered;
    };
    return { find, accept };
  }

  return {
    invites: links(store.accountByInvite, store.acceptInvite, 'invite-accepted'),
    resets: {
      ...links(store.accountByResetLink, store.spendResetLink, 'password-reset'),
      /** Whether who forgot a password can ask for a link by mail. */
      canAsk: issuer === 'local' && mail !== undefined,
      /**
       * Sends a link to whoever has this e-mail. The same work and the same answer whether anybody does: the account is
       * looked for when the mail is sent. `language`: BCP 47, of the page on which it was asked for. `next`: the address
       * of this site where the link leads once the password is set.
       */
      ask: async (given: {
        email: string;
        address: string;
        language?: string;
        next?: string;
      }): Promise<AskResult> => {
        const { address, language, next } = given;
        const email = normaliseEmail(given.email);
        const attempt = await throttle.countAsking(address, clock());
        if (!attempt.allowed) return { outcome: 'throttled', retryAt: attempt.retryAt };
        if (email !== undefined) {
          await mail?.put('reset', { email }, { ...(language && { language }), ...(next && { next }) });
        }
        return { outcome: 'requested' };
      },
    },
  };
}
