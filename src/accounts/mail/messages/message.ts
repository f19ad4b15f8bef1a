import { findMessageLanguage, type Messages, messagesFor } from '../../../config/messages.ts';
import { writeDevice } from '../../../shared/device-name.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { drawButton, drawMail } from './mail-layout.ts';

export type MessageKind = keyof Messages['mail']['kinds'];
// The keys are these names: `Object.keys` forgets that.
export const messageKinds = Object.keys(messagesFor('en').mail.kinds) as MessageKind[];

/** A composed mail, as text and as HTML with the same content. */
export interface Message {
  subject: string;
  text: string;
  html: string;
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
  const { account, mail } = messagesFor(language);
  const { greeting, maybeTwice, copyLink, sentBy, kinds } = mail;
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
  const sender = facts.host === undefined ? facts.site : `${facts.site} (${facts.host})`;
  const footer = fillText(sentBy, { sender, why });
  return {
    subject: fill(subject),
    // The line before the footer separates it, as that of a signature does.
    text: `${paragraphs.map((line) => fill(line)).join('\n\n')}\n\n-- \n${footer}\n`,
    html: drawMail({
      language: findMessageLanguage(language) ?? 'en',
      site: facts.site,
      subject: fill(subject),
      paragraphs: paragraphs.map((line) =>
        line === '{link}'
          ? drawButton(button, values.link)
          : `<p>${fill(line, (value) => escapeHtml(value).replaceAll('\n', '<br>'))}</p>`,
      ),
      link: text.includes('{link}') ? { lead: copyLink, url: values.link } : undefined,
      footer,
    }),
  };
}

type MessageValue = Exclude<keyof MessageFacts, 'host'>;
