import { findMessagesFor, type Messages } from '../../../config/messages.ts';
import * as urls from '../../../model/urls.ts';
import type { MailBrand } from './mail-brand.ts';
import { formatMailTime } from './mail-facts.ts';
import {
  composeFeatureMail,
  composeMessage,
  type FeatureMail,
  type Message,
  type MessageKind,
} from './message.ts';

/** A token of the right length that never was one. */
const TOKEN = 'example'.repeat(7).slice(0, 43);
/** 5 January 2026, 09:00 UTC. */
const AT = Date.UTC(2026, 0, 5, 9);
/** An address for documentation (RFC 5737). */
const ADDRESS = '192.0.2.1';

interface Example {
  /** Path that the link of the mail opens. */
  link: string;
  /** Text that a person wrote. */
  text?: string;
}

type ExampleTexts = Messages['mail']['example'];

const toAccount = (): Example => ({ link: urls.ACCOUNT_PATH });

/** Example values for each kind of mail. A new kind needs an entry here, so that administrators can see it. */
const examples: Readonly<Record<MessageKind, (texts: ExampleTexts) => Example>> = {
  invitation: () => ({ link: urls.buildInviteUrl(TOKEN) }),
  reset: () => ({ link: urls.buildResetUrl(TOKEN) }),
  'email-change': () => ({ link: urls.buildEmailChangeUrl(TOKEN) }),
  'new-device': toAccount,
  'password-changed': toAccount,
  'email-changed': toAccount,
  'account-removed': toAccount,
  'now-administrator': toAccount,
  'factor-added': toAccount,
  'factor-removed': toAccount,
  'factors-reset': toAccount,
  'recovery-code-used': toAccount,
  'factor-guessed': toAccount,
  'feedback-answered': ({ reply }) => ({ link: urls.HOME_PATH, text: reply }),
  'feedback-done': ({ reply }) => ({ link: urls.HOME_PATH, text: reply }),
  'test-mail': () => ({ link: urls.ADMIN_PATH }),
  digest: ({ week }) => ({ link: urls.ADMIN_PATH, text: week }),
};

interface ExampleOptions {
  language: string;
  /** Name of the site, and its host if the name is another one: see `nameSite`. */
  site: string;
  host?: string;
  brand: MailBrand;
  /** Makes a path of this site a URL. */
  toUrl: (path: string) => string;
}

/** Composes a mail of the program as it is sent, with example values. */
export function composeExampleMail(
  kind: MessageKind,
  { language, toUrl, ...sender }: ExampleOptions,
): Message {
  const texts = findMessagesFor(language).mail.example;
  const { link, text = '' } = examples[kind](texts);
  const facts = {
    ...sender,
    name: texts.name,
    inviter: texts.inviter,
    text,
    link: toUrl(link),
    time: formatMailTime(AT, language),
    address: ADDRESS,
    device: 'Firefox on Linux',
  };
  return composeMessage(kind, language, facts, false);
}

/** Composes an example that a feature gives for one of its mails. */
export function composeExampleFeatureMail(
  mail: FeatureMail,
  { language, toUrl, ...sender }: ExampleOptions,
): Message {
  const { name } = findMessagesFor(language).mail.example;
  const facts = { ...sender, name, link: toUrl(mail.button?.path ?? '/') };
  return composeFeatureMail(mail, language, facts, false);
}
