import { z } from 'zod';
import { findMessageLanguage, findMessagesFor, type Messages } from '../../../config/messages.ts';
import { writeDevice } from '../../../shared/device-name.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { escapeHtml } from '../../../shared/html.ts';
import type { MailBrand, MailLogo } from './mail-brand.ts';
import { drawButton, drawMail } from './mail-layout.ts';

/** Mails whose texts come with the program. */
export type MessageKind = keyof Messages['mail']['kinds'];
// The keys are these names: `Object.keys` forgets that.
export const messageKinds = Object.keys(findMessagesFor('en').mail.kinds) as MessageKind[];

/** The kind of all mails that features write. */
export const FEATURE_MAIL = 'from-feature';
export type MailKind = MessageKind | typeof FEATURE_MAIL;

/** A mail that a feature writes. The greeting, the layout and the sender are those of all mails of the site. */
export interface FeatureMail {
  subject: string;
  /** Plain text. A line break within a paragraph stays. */
  paragraphs: readonly string[];
  /** A button below the text that opens a page of this site. `path` can have a query and a fragment: `/status#now`. */
  button?: { label: string; path: string } | undefined;
  /** Why the recipient gets it: the end of "Sent by Orchard because …", such as `you asked for it`. */
  why: string;
}

/**
 * `bounded`: the recipient has had too many mails of features in the last hour. `unavailable`: the site sends no mail, or
 * there is no such account, or it is disabled.
 */
export type FeatureMailOutcome = 'queued' | 'bounded' | 'unavailable';

export const featureMail = z.object({
  subject: z.string().min(1),
  paragraphs: z.array(z.string()),
  button: z.object({ label: z.string().min(1), path: z.string().startsWith('/') }).optional(),
  why: z.string().min(1),
}) satisfies z.ZodType<FeatureMail>;

/** A composed mail, as text and as HTML with the same content. */
export interface Message {
  subject: string;
  text: string;
  html: string;
  /** Picture that the HTML shows by its id. */
  logo?: MailLogo | undefined;
}

/** The facts that a mail states. */
export interface MessageFacts
  extends Readonly<Record<'site' | 'name' | 'link' | 'time' | 'address' | 'device', string>> {
  /** Host of the site, which the recipient can compare with the links. Undefined if `site` is the host. */
  host?: string;
  /** Text that a person wrote. */
  text?: string;
  /** Name of the person who invited the recipient. */
  inviter?: string;
  brand?: MailBrand;
}

/** Paragraphs that a mail doesn't have if this fact is empty. */
const optionalFacts = ['text', 'device', 'inviter'] as const;

/**
 * Composes a mail in the language of the site's sign-in pages, or in English if there are no messages in that language.
 * A paragraph with `{text}`, which a person wrote, `{device}` or `{inviter}` is left out if that is empty. The paragraph
 * `{link}` becomes a button in HTML, with the same link as text below the message.
 *
 * @param isUncertain The mail may have been sent before, and says so.
 */
export function composeMessage(
  kind: MessageKind,
  language: string,
  facts: MessageFacts,
  isUncertain: boolean,
): Message {
  const { account, mail } = findMessagesFor(language);
  const { greeting, maybeTwice, kinds } = mail;
  const values = {
    text: '',
    inviter: '',
    ...facts,
    device: writeDevice(facts.device, account.deviceOn),
  };
  const { subject, text, button, why } = kinds[kind];
  const fill = (line: string, as: (value: string) => string = (value) => value) =>
    line
      .replace(/\{(site|name|link|time|address|device|text|inviter)\}/g, (_, name: MessageValue) =>
        as(values[name]),
      )
      .trimEnd();
  const paragraphs = [greeting, ...text.split('\n\n'), ...(isUncertain ? [maybeTwice] : [])].filter(
    (line) => !optionalFacts.some((name) => line.includes(`{${name}}`) && values[name] === ''),
  );
  return layOut({
    language,
    facts,
    subject: fill(subject),
    lines: paragraphs.map((line) =>
      line === '{link}'
        ? toButton(button, values.link, values.brand)
        : { text: fill(line), html: `<p>${fill(line, escapeLines)}</p>` },
    ),
    hasButton: text.includes('{link}'),
    why,
  });
}

/** Composes a mail of a feature, as `composeMessage` does those of the program. */
export function composeFeatureMail(
  { subject, paragraphs, button, why }: FeatureMail,
  language: string,
  facts: LayoutFacts & Pick<MessageFacts, 'name'>,
  isUncertain: boolean,
): Message {
  const { greeting, maybeTwice } = findMessagesFor(language).mail;
  const toLine = (text: string): Line => ({ text, html: `<p>${escapeLines(text)}</p>` });
  return layOut({
    language,
    facts,
    subject: subject.replace(/\s+/g, ' ').trim(),
    lines: [
      toLine(fillText(greeting, { name: facts.name })),
      ...paragraphs.map(toLine),
      ...(button ? [toButton(button.label, facts.link, facts.brand)] : []),
      ...(isUncertain ? [toLine(maybeTwice)] : []),
    ],
    hasButton: button !== undefined,
    why,
  });
}

type MessageValue = Exclude<keyof MessageFacts, 'host' | 'brand'>;
type LayoutFacts = Pick<MessageFacts, 'site' | 'host' | 'link' | 'brand'>;

/** A paragraph or a button, in both forms of a mail. */
interface Line {
  text: string;
  html: string;
}

const toButton = (label: string, link: string, brand: MailBrand | undefined): Line => ({
  text: link,
  html: drawButton(label, link, brand),
});

const escapeLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

interface Layout {
  language: string;
  facts: LayoutFacts;
  subject: string;
  lines: readonly Line[];
  /** Whether the link of the button is repeated as text below the message. */
  hasButton: boolean;
  why: string;
}

/** Adds the sender and the reason of a mail, and draws it. */
function layOut({ language, facts, subject, lines, hasButton, why }: Layout): Message {
  const { site, host, link, brand = {} } = facts;
  const { copyLink, sentBy } = findMessagesFor(language).mail;
  const footer = fillText(sentBy, { sender: host === undefined ? site : `${site} (${host})`, why });
  return {
    subject,
    // The line before the footer separates it, as that of a signature does.
    text: `${lines.map((line) => line.text).join('\n\n')}\n\n-- \n${footer}\n`,
    html: drawMail({
      language: findMessageLanguage(language) ?? 'en',
      site,
      brand,
      subject,
      paragraphs: lines.map(({ html }) => html),
      link: hasButton ? { lead: copyLink, url: link } : undefined,
      footer,
    }),
    logo: brand.logo,
  };
}
