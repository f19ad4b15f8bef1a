import { z } from 'zod';
import { ACCOUNT_PATH, inviteUrl, resetUrl } from '../../model/urls.ts';
import type { Account } from '../account.ts';
import type { IdentityLimits } from '../limits.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { ClaimedMail } from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';
import { type Message, type MessageKind, messageOf } from './messages.ts';

interface ComposeOptions {
  store: Store;
  clock: () => number;
  limits: IdentityLimits;
  baseUrl: string;
  /** Of the words: BCP 47. */
  language: () => string;
}

const details = z.object({
  at: z.number().optional(),
  address: z.string().optional(),
  device: z.string().optional(),
});

/**
 * The words of a mail. What must stay secret is made here, so that the queue has no link that works. `undefined`: who
 * was to get it is gone, disabled, or never was; nobody is told which.
 */
export function createComposer({ store, clock, limits, baseUrl, language }: ComposeOptions) {
  return async (mail: ClaimedMail): Promise<(Message & { to: string }) | undefined> => {
    const account =
      mail.accountId === null
        ? await store.accountByEmail(mail.email)
        : await store.accountById(mail.accountId);
    if (account === undefined || account.disabled) return undefined;
    const kind = kindFor(mail, account);
    const link = await linkFor(kind, account);
    if (link === undefined) return undefined;
    const { at = mail.createdAt, address = '', device = '' } = details.parse(JSON.parse(mail.detail));
    const values = {
      site: new URL(baseUrl).host,
      name: account.name,
      link: baseUrl + link,
      time: new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      address,
      device,
    };
    return { to: account.email, ...messageOf(kind, language(), values, mail.isUncertain) };
  };

  async function linkFor(kind: MessageKind, { id }: Account): Promise<string | undefined> {
    const token = newToken();
    const hash = hashToken(token);
    switch (kind) {
      case 'invitation':
        return (await store.addInvite(hash, id, clock() + limits.inviteMs)) ? inviteUrl(token) : undefined;
      case 'reset':
        return (await store.addResetLink(hash, id, clock() + limits.mailedResetMs))
          ? resetUrl(token)
          : undefined;
      case 'new-device':
      case 'password-changed':
      case 'factor-added':
      case 'factor-removed':
      case 'factors-reset':
      case 'recovery-code-used':
      case 'now-administrator':
        return ACCOUNT_PATH;
    }
  }
}

/** Whoever never set a password has none to forget: they get their invitation again. */
function kindFor({ kind }: ClaimedMail, { passwordHash }: Account): MessageKind {
  return kind === 'reset' && passwordHash === null ? 'invitation' : kind;
}
