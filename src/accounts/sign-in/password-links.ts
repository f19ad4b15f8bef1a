import { type Account, type AccountFault, normaliseEmail } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { type Context, logFailure, notify } from '../context.ts';
import { findPasswordFault } from '../passwords/password-rules.ts';
import { hashToken, looksLikeToken } from '../sessions/tokens.ts';
import type { Throttle } from '../throttle.ts';
import { continueSignIn, type SignInSource, type SignInStep } from './sign-in-outcome.ts';

export type LinkResult =
  | SignInStep
  /** The link is unknown, used, expired or replaced, or its account is disabled or gone. All get the same answer. */
  | { outcome: 'invalid-token' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  /** The link stays valid. */
  | { outcome: 'unavailable' };

type AskResult =
  | { outcome: 'requested' }
  | { outcome: 'throttled'; retryAt: number }
  | { outcome: 'unavailable' };

/** One-time links to set a password. An administrator creates them, or they are sent by mail. */
export interface PasswordLinks {
  invites: PasswordLinkKind;
  resets: PasswordLinkKind & {
    /** Whether users can request a reset link by mail. */
    canAsk: boolean;
    /**
     * Mails a link to the account with this email. Does the same work and returns the same answer if there is none: the
     * account is looked up when the mail is sent. `language`: BCP 47 tag of the page with the form. `next`: URL of this
     * site to open after the password is set.
     */
    ask(request: { email: string; address: string; language?: string; next?: string }): Promise<AskResult>;
  };
}

/** Invitations or reset links, which are used in the same way. */
interface PasswordLinkKind {
  /** Returns the owner of a valid link. With an identity provider, there are no passwords and no links. */
  find(token: string): Promise<{ email: string; name: string } | undefined>;
  /** Sets the password and signs the owner in. The link works once; a password that is refused leaves it valid. */
  accept(request: { token: string; password: string } & SignInSource): Promise<LinkResult>;
}

/** One-time links to set a password. An administrator creates them, or they are sent by mail. */
export function createPasswordLinks(
  context: Context,
  throttle: Throttle,
  /** Removes the account's ended sessions from the cache. */
  forgetAccount: (accountId: string) => void,
): PasswordLinks {
  const { store, passwords, clock, issuer, mail } = context;

  function createLinks(
    findOwner: (tokenHash: string, now: number) => Promise<Account | undefined>,
    spend: (tokenHash: string, hash: string, now: number, note: AuditNote) => Promise<Account | undefined>,
    event: 'invite-accepted' | 'password-reset',
  ): PasswordLinkKind {
    const find: PasswordLinkKind['find'] = async (token) =>
      issuer === 'local' && looksLikeToken(token) ? findOwner(hashToken(token), clock()) : undefined;

    const accept: PasswordLinkKind['accept'] = async (request) => {
      const { token, password, address, device } = request;
      const owner = await find(token);
      if (owner === undefined) return { outcome: 'invalid-token' };
      const fault = await findPasswordFault(password, owner.email, context.words);
      if (fault !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', ...fault }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'unavailable' };
      const account = await spend(hashToken(token), hash, clock(), { at: clock(), event, from: address });
      if (account === undefined) return { outcome: 'invalid-token' };
      forgetAccount(account.id);
      const step = await continueSignIn(context, account, request);
      if (step === undefined) return { outcome: 'invalid-token' };
      if (event === 'password-reset') await notify(context, 'password-changed', account);
      // The link has proven that the user owns the account, so this address is trusted from now on.
      if (step.outcome === 'signed-in')
        await logFailure(context, "An address couldn't be remembered.", () =>
          throttle.remember(account.id, address, clock(), device),
        );
      return step;
    };
    return { find, accept };
  }

  return {
    invites: createLinks(store.findAccountByInvite, store.acceptInvite, 'invite-accepted'),
    resets: {
      ...createLinks(store.findAccountByResetLink, store.spendResetLink, 'password-reset'),
      canAsk: issuer === 'local' && mail !== undefined,
      ask: async (request) => {
        const { address, language, next } = request;
        const email = normaliseEmail(request.email);
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
