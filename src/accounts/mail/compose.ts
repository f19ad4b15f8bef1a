import { z } from 'zod';
import * as urls from '../../model/urls.ts';
import type { Account } from '../account.ts';
import type { Context } from '../context.ts';
import { createToken, hashToken } from '../sessions/tokens.ts';
import type { ClaimedMail } from '../store/mail-store.ts';
import type { MailBrand } from './messages/mail-brand.ts';
import { formatMailTime, nameSite } from './messages/mail-facts.ts';
import {
  composeFeatureMail,
  composeMessage,
  FEATURE_MAIL,
  featureMail,
  type MailKind,
  type Message,
} from './messages/message.ts';

export interface ComposeOptions extends Pick<Context, 'store' | 'clock' | 'limits'> {
  baseUrl: string;
  /** Path of the site below `baseUrl`. */
  getBasePath?: () => string;
  /** Identity provider whose accounts may read. Accounts of an earlier provider get no mail. */
  issuer?: string;
  /** Name of the site. Default: its host. */
  getSiteName?: () => string | undefined;
  /** Look of the site. Default: the engine's. */
  getBrand?: () => Promise<MailBrand>;
  /** Language of the mails, as a BCP 47 tag. */
  getLanguage: () => string;
}

const details = z.object({
  address: z.string().optional(),
  /** Language of the user who requested the mail. */
  language: z.string().optional(),
  name: z.string().optional(),
  device: z.string().optional(),
  /** Path of the page that the mail is about. */
  page: z.string().optional(),
  /** URL of this site to open after the form of the link, with query and fragment. */
  next: z.string().optional(),
  /** Text that a person wrote. */
  text: z.string().optional(),
  /** The person or command that invited the recipient, as in the audit log: `ada@example.com`. */
  by: z.string().optional(),
  /** The mail as a feature wrote it. */
  content: featureMail.optional(),
});

interface LinkDetails extends Pick<z.output<typeof details>, 'content'> {
  page: string;
  email: string;
  next: string | undefined;
}

/**
 * Writes a mail. Creates the token of its link, so that the queue contains no working links. Returns `undefined` if the
 * recipient doesn't exist or is disabled.
 */
export type Composer = (mail: ClaimedMail) => Promise<(Message & { to: string }) | undefined>;

export function createComposer({
  store,
  clock,
  limits,
  baseUrl,
  getBasePath = () => '/',
  getSiteName,
  getBrand = async () => ({}),
  issuer = 'local',
  getLanguage,
}: ComposeOptions): Composer {
  return async (mail) => {
    const account = await findOwner(mail);
    if (account === undefined || account.disabled) return undefined;
    const kind = chooseKind(mail, account);
    if (kind !== 'account-removed' && account.issuer !== issuer) return undefined;
    // The mail was queued before IDENTITY changed. This site no longer has passwords.
    if (passwordKinds.has(kind) && issuer !== 'local') return undefined;
    const {
      address = '',
      device = '',
      page = '/',
      text = '',
      next,
      name,
      by,
      content,
      language: chosenLanguage = getLanguage(),
    } = details.parse(JSON.parse(mail.detail));
    const link = await createLink(kind, account, { page, email: mail.email, next, content });
    if (link === undefined) return undefined;
    const values = {
      ...nameSite(baseUrl, getSiteName?.()),
      brand: await getBrand(),
      name: name ?? account.name,
      link: baseUrl + urls.joinBasePath(link, encodeURI(getBasePath())),
      time: formatMailTime(mail.createdAt, chosenLanguage),
      address,
      device,
      text,
      inviter: by === undefined ? '' : ((await store.findAccountByEmail(by))?.name ?? ''),
    };
    const to = sentToMailAddress.has(kind) ? mail.email : account.email;
    if (NOT_AN_ADDRESS.test(to)) return undefined;
    if (kind !== FEATURE_MAIL)
      return { to, ...composeMessage(kind, chosenLanguage, values, mail.isUncertain) };
    return content && { to, ...composeFeatureMail(content, chosenLanguage, values, mail.isUncertain) };
  };

  /** Finds the account of the recipient. For a removed account, returns what the mail needs. */
  async function findOwner({ kind, accountId, email }: ClaimedMail) {
    if (kind === 'account-removed')
      return { id: '', email, name: '', disabled: false, passwordHash: null, issuer: '' };
    return accountId === null ? store.findAccountByEmail(email) : store.findAccountById(accountId);
  }

  async function createLink(
    kind: MailKind,
    { id }: Pick<Account, 'id'>,
    { page, email, next, content }: LinkDetails,
  ): Promise<string | undefined> {
    const token = createToken();
    const hash = hashToken(token);
    switch (kind) {
      case 'invitation':
        return (await store.addInvite(hash, id, clock() + limits.inviteMs))
          ? urls.buildInviteUrl(token, next)
          : undefined;
      case 'reset':
        return (await store.addResetLink(hash, id, clock() + limits.mailedResetMs))
          ? urls.buildResetUrl(token, next)
          : undefined;
      case 'email-change':
        return (await store.addEmailChange(hash, id, email, clock() + limits.emailChangeMs))
          ? urls.buildEmailChangeUrl(token)
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
      case FEATURE_MAIL:
        return content?.button?.path ?? '/';
    }
  }
}

/** Mails that go to the address they were queued for, even if the account has another one now. */
const sentToMailAddress: ReadonlySet<MailKind> = new Set([
  'email-change',
  'email-changed',
  'account-removed',
]);

/** Mails with a link to set a password, or to confirm the email that belongs to one. */
const passwordKinds: ReadonlySet<MailKind> = new Set(['invitation', 'reset', 'email-change']);

/** Matches `rosa@example.com (unconfirmed 1a2b3c4d)`, the label of an email that the provider hasn't verified. */
const NOT_AN_ADDRESS = /\s/;

/** Users who have never set a password get their invitation again instead of a reset link. */
function chooseKind({ kind }: ClaimedMail, { passwordHash }: Pick<Account, 'passwordHash'>): MailKind {
  return kind === 'reset' && passwordHash === null ? 'invitation' : kind;
}
