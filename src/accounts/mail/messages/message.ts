import { findLanguage, type Messages, messagesFor } from '../../../config/messages.ts';
import { escapeHtml } from '../../../shared/html.ts';

export type MessageKind = keyof Messages['mail']['kinds'];
// The keys are these names: `Object.keys` forgets that.
export const messageKinds = Object.keys(messagesFor('en').mail.kinds) as MessageKind[];

export interface Message {
  subject: string;
  text: string;
  html: string;
}

/**
 * A mail in the language in which the site signs people in, in English where there are no messages in it. `{text}` is
 * what somebody wrote: where it is empty, its paragraph is left out. `isUncertain`: the mail may have been sent before.
 */
export function messageOf(
  kind: MessageKind,
  language: string,
  given: Readonly<Record<'site' | 'name' | 'link' | 'time' | 'address' | 'device', string>> & {
    text?: string;
  },
  isUncertain: boolean,
): Message {
  const values = { text: '', ...given };
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
    html: `<!doctype html>\n<html lang="${findLanguage(language) ?? 'en'}"><body>\n${paragraphs.join('\n')}\n</body></html>\n`,
  };
}
