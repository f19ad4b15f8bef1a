import { escapeHtml } from '../../../shared/html.ts';
import { LOGO_ID, type MailBrand } from './mail-brand.ts';

interface MailContent {
  language: string;
  site: string;
  brand: MailBrand;
  subject: string;
  /** HTML of the message. */
  paragraphs: readonly string[];
  /** The link of the button, as text for clients that don't show the button. */
  link: { lead: string; url: string } | undefined;
  footer: string;
}

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const SMALL = 'font-size: 13px; line-height: 1.5';

/**
 * Colours of the interface (`ui/theme/tokens.css`) in hexadecimal, because many clients don't know `oklch`. Text has a
 * contrast of at least 4.5 on the card and on the page.
 */
const light = {
  page: '#f4f5f9',
  card: '#ffffff',
  line: '#dcdee3',
  text: '#1b1f29',
  soft: '#565b66',
  accent: '#006d78',
  onAccent: '#ffffff',
};
const dark: typeof light = {
  page: '#0d0f15',
  card: '#15171e',
  line: '#2b2e36',
  text: '#e6e8ed',
  soft: '#a7abb5',
  accent: '#33d3d3',
  onAccent: '#0d0f15',
};

/** Colours for dark clients. They override the styles of the elements, which clients without media queries use. */
const writeDarkStyle = (accent: string) => `@media (prefers-color-scheme: dark) {
.page { background: ${dark.page} !important }
.card { background: ${dark.card} !important; border-color: ${dark.line} !important }
.text { color: ${dark.text} !important }
.soft { color: ${dark.soft} !important }
.site { color: ${accent} !important }
.button { background: ${accent} !important; color: ${dark.onAccent} !important }
}`;

/** Draws the button of a mail. Without styles it's a link. */
export function drawButton(label: string, url: string, { accent }: MailBrand = {}): string {
  const look = `display: inline-block; padding: 12px 22px; border-radius: 8px; background: ${accent?.light ?? light.accent}; color: ${light.onAccent}; font-weight: 600; text-decoration: none`;
  return `<p style="margin: 24px 0"><a class="button" href="${escapeHtml(url)}" style="${look}">${escapeHtml(label)}</a></p>`;
}

/** Draws the logo. Its meaning is the name of the site, which follows it. */
function drawLogo({ logo }: MailBrand): string {
  if (logo === undefined) return '';
  const { width, height } = logo;
  return `<img src="cid:${LOGO_ID}" alt="" width="${width}" height="${height}" style="display: block; margin: 0 0 8px; border: 0">`;
}

/**
 * Draws a mail: the logo and the name of the site, the message, and why the recipient gets it. Tables and styles of elements, because
 * clients of mail know little else. Nothing is loaded from elsewhere, so opening a mail tells the server nothing.
 */
export function drawMail({ language, site, brand, subject, paragraphs, link, footer }: MailContent): string {
  const { accent = { light: light.accent, dark: dark.accent } } = brand;
  const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
${writeDarkStyle(accent.dark)}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: ${light.page}">
${table} class="page" style="background: ${light.page}"><tr><td align="center" style="padding: 24px 12px">
${table} style="max-width: 560px; font: 16px/1.55 ${FONT}; text-align: start">
<tr><td class="site" style="padding: 0 4px 12px; color: ${accent.light}; font-size: 18px; font-weight: 700">${drawLogo(brand)}${escapeHtml(site)}</td></tr>
<tr><td class="card text" style="padding: 12px 28px; border: 1px solid ${light.line}; border-radius: 12px; background: ${light.card}; color: ${light.text}; overflow-wrap: anywhere">
${paragraphs.join('\n')}
</td></tr>
<tr><td class="soft" style="padding: 12px 4px; color: ${light.soft}; ${SMALL}">
${link === undefined ? '' : `<p style="margin: 0 0 12px">${escapeHtml(link.lead)}<br><span style="word-break: break-all">${escapeHtml(link.url)}</span></p>\n`}<p style="margin: 0">${escapeHtml(footer)}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
