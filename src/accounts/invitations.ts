import {
  type Account,
  type AccountFault,
  accountFaults,
  localAccount,
  normaliseEmail,
  type Role,
} from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import { importPeople, type Progress, planImport } from './by-file/import-people.ts';
import type { Person } from './by-file/read-people.ts';
import type { Context } from './context.ts';
import { hashToken, newToken } from './sessions/tokens.ts';

export interface InvitedAccount {
  email: string;
  /** Empty: the part of the e-mail before the `@`. */
  name: string;
  role: Role;
}

type InviteResult =
  /** The token of the one-time link: nobody can ask for it again. */
  | { outcome: 'invited'; account: Account; token: string }
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** Accounts whose owners set the password: each comes with a link that works once. */
export function createInvitations(
  context: Pick<Context, 'store' | 'clock' | 'limits' | 'mail'>,
  actor: string,
) {
  const { store, clock, limits, mail } = context;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({ at: clock(), event, by: actor, detail });

  /** The token of a new link, in place of the one before; `undefined` when the account needs none. */
  async function inviteAgain(id: string): Promise<string | undefined> {
    const token = newToken();
    const expiresAt = clock() + limits.inviteMs;
    const added = await store.addInvite(hashToken(token), id, expiresAt, note('invited'));
    return added ? token : undefined;
  }

  /** Sends the account's link by mail, a new one; `false` where no mail goes out, or not to this address now. */
  const mailInvitation = async ({ id, email }: Account) =>
    (await mail?.put('invitation', { email, accountId: id })) === 'queued';

  return {
    /** An account without a password, and the token of the link at which its owner sets one. */
    invite: async (given: InvitedAccount): Promise<InviteResult> => {
      const email = normaliseEmail(given.email);
      const problems = accountFaults(email, given.name);
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const account = localAccount(email, given, { passwordHash: null, createdAt: clock() });
      const added = await store.addAccount(account, note('account-added', account.role));
      const token = added && (await inviteAgain(account.id));
      return token === undefined ? { outcome: 'taken' } : { outcome: 'invited', account, token };
    },
    mailInvitation,
    /** The same for one who was invited before. */
    mailInvitationAgain: async (account: Account) => {
      const isQueued = await mailInvitation(account);
      if (isQueued) await store.note(note('invited', 'by mail'), account.id);
      return isQueued;
    },
    /** How many invitations wait to be sent. */
    waitingInvitations: () => store.countMails('invitation'),
    inviteAgain,
    /** The token of a link at which its owner sets another password; `undefined` when there is none to set. */
    resetLink: async (id: string): Promise<string | undefined> => {
      const token = newToken();
      const expiresAt = clock() + limits.resetMs;
      const added = await store.addResetLink(hashToken(token), id, expiresAt, note('reset-link-made'));
      return added ? token : undefined;
    },
    /** What an import of these people would do. */
    planImport: (people: readonly Person[], progress?: Progress) => planImport(context, people, progress),
    /** Invites all who have no account yet, or nobody: see `by-file/import-people.ts`. */
    importPeople: (people: readonly Person[], progress?: Progress) =>
      importPeople(context, people, actor, progress),
  };
}
