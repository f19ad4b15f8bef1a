import { z } from 'zod';
import * as urls from '../../model/urls.ts';
import type { Account } from '../account.ts';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { ClaimedMail } from '../store/mail-store.ts';
import { type Message, type MessageKind, messageOf } from './messages/message.ts';

export interface ComposeOptions extends Pick<Context, 'store' | 'clock' | 'limits'> {
  baseUrl: string;
  /** Where the site lies there. */
  basePath?: () => string;
  /** Whose accounts may read: those from before IDENTITY was changed get nothing of what is said now. */
  issuer?: string;
  /** Of the words: BCP 47. */
  language: () => string;
}

const details = z.object({
  address: z.string().optional(),
  /** Of who asked for it. */
  language: z.string().optional(),
  name: z.string().optional(),
  device: z.string().optional(),
  /** Path of the page that it is about. */
  page: z.string().optional(),
  /** Address of this site where a link leads after its form, with query and fragment. */
  next: z.string().optional(),
  /** What somebody wrote. */
  text: z.string().optional(),
});

/**
 * The words of a mail. What must stay secret is made here, so that the queue has no link that works. `undefined`: who
 * was to get it is gone, disabled, or never was; nobody is told which.
 */
export function createComposer({
  store,
  clock,
  limits,
  baseUrl,
  basePath = () => '/',
  issuer = 'local',
  language,
}: ComposeOptions) {
  return async (mail: ClaimedMail): Promise<(Message & { to: string }) | undefined> => {
    const account = await ownerOf(mail);
    if (account === undefined || account.disabled) return undefined;
    const kind = kindFor(mail, account);
    if (kind !== 'account-removed' && account.issuer !== issuer) return undefined;
    // Such a mail waited while IDENTITY was changed. Nobody sets a password here any more.
    if (aboutPasswords.has(kind) && issuer !== 'local') return undefined;
    const {
      address = '',
      device = '',
      page = '/',
      text = '',
      next,
      name,
      language: chosen = language(),
    } = details.parse(JSON.parse(mail.detail));
    const link = await linkFor(kind, account, { page, email: mail.email, next });
    if (link === undefined) return undefined;
    const values = {
      site: new URL(baseUrl).host,
      name: name ?? account.name,
      link: baseUrl + urls.atBasePath(link, encodeURI(basePath())),
      time: new Date(mail.createdAt).toISOString().slice(0, 16).replace('T', ' '),
      address,
      device,
      text,
    };
    const to = byAddress.has(kind) ? mail.email : account.email;
    if (NO_MAILBOX.test(to)) return undefined;
    return { to, ...messageOf(kind, chosen, values, mail.isUncertain) };
  };

  /** Of an account that is gone, what the mail about it says. */
  async function ownerOf({ kind, accountId, email }: ClaimedMail) {
    if (kind === 'account-removed')
      return { id: '', email, name: '', disabled: false, passwordHash: null, issuer: '' };
    return accountId === null ? store.accountByEmail(email) : store.accountById(accountId);
  }

  async function linkFor(
    kind: MessageKind,
    { id }: Pick<Account, 'id'>,
    { page, email, next }: { page: string; email: string; next: string | undefined },
  ): Promise<string | undefined> {
    const token = newToken();
    const hash = hashToken(token);
    switch (kind) {
      case 'invitation':
        return (await store.addInvite(hash, id, clock() + limits.inviteMs))
          ? urls.inviteUrl(token, next)
          : undefined;
      case 'reset':
        return (await store.addResetLink(hash, id, clock() + limits.mailedResetMs))
          ? urls.resetUrl(token, next)
          : undefined;
      case 'email-change':
        return (await store.addEmailChange(hash, id, email, clock() + limits.emailChangeMs))
          ? urls.emailChangeUrl(token)
          : undefined;
      case 'new-device':
      case 'password-changed':
      case 'email-changed':
      case 'account-removed':
      case 'factor-added':
      case 'factor-removed':
      case 'factors-reset':
      case 'recovery-code-used':
      case 'factor-guessed':
      case 'now-administrator':
        return urls.ACCOUNT_PATH;
      case 'feedback-answered':
      case 'feedback-done':
        return urls.pageHref(page);
      case 'digest':
      case 'test-mail':
        return urls.ADMIN_PATH;
    }
  }
}

/** For the address that they were put in for, whichever the account has now. */
const byAddress: ReadonlySet<MessageKind> = new Set(['email-change', 'email-changed', 'account-removed']);

/** With a link at which somebody sets a password, or confirms what a password is for. */
const aboutPasswords: ReadonlySet<MessageKind> = new Set(['invitation', 'reset', 'email-change']);

/** `rosa@example.com (unconfirmed 1a2b3c4d)`: the provider doesn't confirm that the address is theirs. */
const NO_MAILBOX = /\s/;

/** Whoever never set a password has none to forget: they get their invitation again. */
function kindFor({ kind }: ClaimedMail, { passwordHash }: Pick<Account, 'passwordHash'>): MessageKind {
  return kind === 'reset' && passwordHash === null ? 'invitation' : kind;
}
