import { findMessageLanguage, type Messages, messagesFor } from '../../../config/messages.ts';
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

/**
 * Composes a mail in the language of the site's sign-in pages, or in English if there are no messages in that language.
 * A paragraph with `{text}`, which a person wrote, is left out if the text is empty.
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
  const values = { text: '', ...facts };
  const { greeting, maybeTwice, kinds } = messagesFor(language).mail;
  const { subject, text } = kinds[kind];
  const fill = (line: string, as: (value: string) => string) =>
    line
      .replace(/\{(site|name|link|time|address|device|text)\}/g, (_, name: keyof typeof values) =>
        as(values[name]),
      )
      .trimEnd();
  const all = [greeting, ...text.split('\n\n'), ...(isUncertain ? [maybeTwice] : [])].filter(
    (line) => line !== '{text}' || values.text !== '',
  );
  const paragraphs = all.map((line) => {
    const html = fill(line, (value) => escapeHtml(value).replaceAll('\n', '<br>'));
    return line === '{link}' ? `<p><a href="${html}">${html}</a></p>` : `<p>${html}</p>`;
  });
  return {
    subject: fill(subject, (value) => value),
    text: `${all.map((line) => fill(line, (value) => value)).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${findMessageLanguage(language) ?? 'en'}"><body>\n${paragraphs.join('\n')}\n</body></html>\n`,
  };
}
