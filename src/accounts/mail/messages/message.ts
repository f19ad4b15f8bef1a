import { escapeHtml } from '../../../shared/html.ts';
import { accountMessages } from './account.ts';
import { factorMessages } from './factors.ts';
import { readingMessages } from './reading.ts';

const messages = { ...accountMessages, ...factorMessages, ...readingMessages };

/** In the words of each language. */
const around = {
  greeting: { en: 'Hello {name},', es: 'Hola, {name}:' },
  /** Where it is not known whether it was sent before. */
  maybeTwice: {
    en: 'You may get this message twice: the first attempt to send it was interrupted.',
    es: 'Es posible que este mensaje te llegue dos veces: se interrumpió el primer envío.',
  },
};

export type MessageKind = keyof typeof messages;
// The keys are these names: `Object.keys` forgets that.
export const messageKinds = Object.keys(messages) as MessageKind[];

export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** In the language in which the site signs people in; in English where we have no other. */
export function messageOf(
  kind: MessageKind,
  language: string,
  given: Readonly<Record<'site' | 'name' | 'link' | 'time' | 'address' | 'device', string>> & {
    text?: string;
  },
  isUncertain: boolean,
): Message {
  const values = { text: '', ...given };
  const lang = /^es\b/i.test(language) ? 'es' : 'en';
  const [subject, ...lines] = messages[kind][lang];
  const fill = (line: string, as: (value: string) => string) =>
    line
      .replace(/\{(site|name|link|time|address|device|text)\}/g, (_, name: keyof typeof values) =>
        as(values[name]),
      )
      .trimEnd();
  const all = [around.greeting[lang], ...lines, ...(isUncertain ? [around.maybeTwice[lang]] : [])].filter(
    (line) => line !== '{text}' || values.text !== '',
  );
  const paragraphs = all.map((line) => {
    const html = fill(line, (value) => escapeHtml(value).replaceAll('\n', '<br>'));
    return line === '{link}' ? `<p><a href="${html}">${html}</a></p>` : `<p>${html}</p>`;
  });
  return {
    subject: fill(subject, (value) => value),
    text: `${all.map((line) => fill(line, (value) => value)).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${lang}"><body>\n${paragraphs.join('\n')}\n</body></html>\n`,
  };
}
