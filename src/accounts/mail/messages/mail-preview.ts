import { createHash } from 'node:crypto';
import { LOGO_ID } from './mail-brand.ts';
import type { Message } from './message.ts';

/** Theme of the client that a preview shows. */
type MailTheme = 'light' | 'dark';

interface MailPreview {
  html: string;
  /** For `style-src` of the content security policy: the hash of the only style sheet. */
  styleHash: string;
}

/**
 * Turns the HTML of a mail into a document that a page can show in a frame: with the colours of one theme, whatever the
 * browser prefers, and without links. Mails have their styles in attributes, which a strict policy doesn't allow, so
 * they move to the style sheet. Texts in `html` have their quotes escaped, so only attributes match.
 */
export function previewMail({ html, logo }: Pick<Message, 'html' | 'logo'>, theme: MailTheme): MailPreview {
  const rules: string[] = [];
  const body = html
    .replace(/ href="[^"]*"/g, '')
    .replace(
      ` src="cid:${LOGO_ID}"`,
      logo ? ` src="data:${logo.type};base64,${logo.bytes.toString('base64')}"` : '',
    )
    .replaceAll('content="light dark"', `content="${theme}"`)
    .replace(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${rules.push(style) - 1}"`);
  const [before = '', sheet = '', after = ''] = body.split(/<style>|<\/style>/);
  const elementRules = rules.map((style, index) => `[data-style="${index}"] { ${style} }`).join('\n');
  const isDark = theme === 'dark';
  const themedSheet = sheet
    .replaceAll('light dark', theme)
    .replace('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all');
  const style = `\n${elementRules}\n${themedSheet}`;
  const hash = createHash('sha256').update(style).digest('base64');
  return { html: `${before}<style>${style}</style>${after}`, styleHash: `'sha256-${hash}'` };
}
