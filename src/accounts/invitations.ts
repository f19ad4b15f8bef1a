import {
  type Account,
  type AccountFault,
  createLocalAccount,
  findAccountFaults,
  normaliseEmail,
  type Role,
} from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import type { Context } from './context.ts';
import { createToken, hashToken } from './sessions/tokens.ts';

/** The account that an invitation creates. */
export interface InvitedAccount {
  email: string;
  /** If empty, the part of the email before the `@` is used. */
  name: string;
  role: Role;
}

type InviteResult =
  /** `token` is the secret part of the one-time link. It can't be shown again. */
  | { outcome: 'invited'; account: Account; token: string }
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** Creates accounts whose owners set the password with a one-time link. */
export interface Invitations {
  /** Adds an account without a password, and returns the token of the link to set one. */
  invite(account: InvitedAccount): Promise<InviteResult>;
  /** Creates a link that replaces the previous one, and returns its token. Returns `undefined` if it needs none. */
  inviteAgain(id: string): Promise<string | undefined>;
  /** Mails a new link. Returns `false` if mail isn't configured, or the address has received too many. */
  mailInvitation(account: Account): Promise<boolean>;
  /** Mails a new link to a user who was invited before, and records that. */
  mailInvitationAgain(account: Account): Promise<boolean>;
  /** Creates a reset link and returns its token. Returns `undefined` if the account has no password to reset. */
  resetLink(id: string): Promise<string | undefined>;
}

export function createInvitations(
  context: Pick<Context, 'store' | 'clock' | 'limits' | 'mail'>,
  actor: string,
  actedAt?: number,
): Invitations {
  const { store, clock, limits, mail } = context;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({
    at: actedAt ?? clock(),
    event,
    by: actor,
    detail,
  });

  async function inviteAgain(id: string): Promise<string | undefined> {
    const token = createToken();
    const expiresAt = clock() + limits.inviteMs;
    const isAdded = await store.addInvite(hashToken(token), id, expiresAt, note('invited'));
    return isAdded ? token : undefined;
  }

  const sendInvitation = async ({ id, email }: Account) =>
    (await mail?.put('invitation', { email, accountId: id }, { by: actor })) === 'queued';

  return {
    invite: async (invitedAccount: InvitedAccount): Promise<InviteResult> => {
      const email = normaliseEmail(invitedAccount.email);
      const problems = findAccountFaults(email, invitedAccount.name);
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const account = createLocalAccount(email, invitedAccount, { passwordHash: null, createdAt: clock() });
      const addedAccount = await store.addAccount(account, note('account-added', account.role));
      const token = addedAccount && (await inviteAgain(account.id));
      return token === undefined ? { outcome: 'taken' } : { outcome: 'invited', account, token };
    },
    mailInvitation: sendInvitation,
    mailInvitationAgain: async (account: Account) => {
      const isQueued = await sendInvitation(account);
      if (isQueued) await store.note(note('invited', 'by mail'), account.id);
      return isQueued;
    },
    inviteAgain,
    resetLink: async (id: string): Promise<string | undefined> => {
      const token = createToken();
      const expiresAt = clock() + limits.resetMs;
      const isAdded = await store.addResetLink(hashToken(token), id, expiresAt, note('reset-link-made'));
      return isAdded ? token : undefined;
    },
  };
}
