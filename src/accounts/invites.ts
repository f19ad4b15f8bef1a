import type { Account } from './account.ts';
import { type SignedInUser, userOf } from './account.ts';
import type { AuditNote } from './audit.ts';
import type { AccountFault } from './identity.ts';
import { passwordFault } from './password-rules.ts';
import type { HashingQueue } from './passwords.ts';
import type { Store } from './store/store.ts';
import { hashToken, looksLikeToken } from './tokens.ts';

export type AcceptResult =
  | { outcome: 'accepted'; token: string; user: SignedInUser }
  /** Unknown, used, expired, replaced, or its account is disabled or gone: one answer for all. */
  | { outcome: 'invalid-token' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  /** The link stays good. */
  | { outcome: 'unavailable' };

/** The one-time links at which owners of new accounts set their password. Made by the account book. */
export interface Invites {
  /** Whom a link is for, as long as it can be used. */
  find(token: string): Promise<{ email: string; name: string } | undefined>;
  accept(given: { token: string; password: string; address: string }): Promise<AcceptResult>;
}

export interface InvitesParts {
  store: Store;
  passwords: HashingQueue;
  clock: () => number;
  /** Whose accounts can sign in: with another than this site nobody sets a password here. */
  issuer: string;
  startSession(account: Account, from: string): Promise<{ token: string } | undefined>;
}

export function createInvites({ store, passwords, clock, issuer, startSession }: InvitesParts): Invites {
  const find = async (token: string) =>
    issuer === 'local' && looksLikeToken(token)
      ? store.accountByInvite(hashToken(token), clock())
      : undefined;

  return {
    find,
    accept: async ({ token, password, address }) => {
      const invited = await find(token);
      if (invited === undefined) return { outcome: 'invalid-token' };
      const message = passwordFault(password, invited.email);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'unavailable' };
      const note: AuditNote = { at: clock(), event: 'invite-accepted', from: address };
      const account = await store.acceptInvite(hashToken(token), hash, clock(), note);
      if (account === undefined) return { outcome: 'invalid-token' };
      const started = await startSession(account, address);
      return started
        ? { outcome: 'accepted', token: started.token, user: userOf(account) }
        : { outcome: 'invalid-token' };
    },
  };
}
