import { findMessageLanguage, type Messages, messagesFor } from '../../../config/messages.ts';
import { writeDevice } from '../../../shared/device-name.ts';
import { escapeHtml } from '../../../shared/html.ts';

export type MessageKind = keyof Messages['mail']['kinds'];
// The keys are these names: `Object.keys` forgets that.
export const messageKinds = Object.keys(messagesFor('en').mail.kinds) as MessageKind[];

/** A composed mail, as text and as HTML with the same content. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

// Clients of mail read styles only where they are used.
const BODY_STYLE = 'max-width: 36em; font: 16px/1.5 system-ui, sans-serif';

/**
 * Composes a mail in the language of the site's sign-in pages, or in English if there are no messages in that language.
 * A paragraph with `{text}`, which a person wrote, or with `{device}` is left out if that is empty.
 *
 * @param isUncertain The mail may have been sent before, and says so.
 */
export function composeMessage(
  kind: MessageKind,
  language: string,
  facts: Readonly<Record<'site' | 'name' | 'link' | 'time' | 'address' | 'device', string>> & {
    text?: string;
  },
  isUncertain: boolean,
): Message {
  const { account, mail } = messagesFor(language);
  const { greeting, maybeTwice, kinds } = mail;
  const values = { text: '', ...facts, device: writeDevice(facts.device, account.deviceOn) };
  const { subject, text } = kinds[kind];
  const fill = (line: string, as: (value: string) => string) =>
    line
      .replace(/\{(site|name|link|time|address|device|text)\}/g, (_, name: keyof typeof values) =>
        as(values[name]),
      )
      .trimEnd();
  const all = [greeting, ...text.split('\n\n'), ...(isUncertain ? [maybeTwice] : [])].filter(
    (line) =>
      !(line === '{text}' && values.text === '') && !(line.includes('{device}') && values.device === ''),
  );
  const paragraphs = all.map((line) => {
    const html = fill(line, (value) => escapeHtml(value).replaceAll('\n', '<br>'));
    return line === '{link}' ? `<p><a href="${html}">${html}</a></p>` : `<p>${html}</p>`;
  });
  return {
    subject: fill(subject, (value) => value),
    text: `${all.map((line) => fill(line, (value) => value)).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${findMessageLanguage(language) ?? 'en'}"><body style="${BODY_STYLE}">\n${paragraphs.join('\n')}\n</body></html>\n`,
  };
}
