import { NAVBAR_DESKTOP_MIN_PX } from '../../config/constants.ts';
import type { NavbarItem } from '../../config/navigation-options.ts';
import type { SiteConfig } from '../../config/site-config.ts';

/**
 * Width of everything beside title and links on the narrowest screen that shows links: margins, mark, search, theme and
 * account.
 */
const REST_PX = 300;
/** Space between the texts of two links. */
const GAP_PX = 20;
/** Width of a letter at 14 px in the wider system fonts, and of a Chinese, Japanese or Korean character. */
const LETTER_PX = 8;
const IDEOGRAM_PX = 14;

/** Estimates whether the links need a row of their own (`navbar-rows.css`). The reader's font isn't known. */
export function isLongNavbar({ name, navbar: { title = name, items } }: Pick<SiteConfig, 'name' | 'navbar'>) {
  const links = items.filter(({ type }) => type !== 'search');
  const texts = [title, ...links.map(getItemText)];
  const neededWidth = texts.reduce((sum, text) => sum + estimateWidth(text), REST_PX + links.length * GAP_PX);
  return neededWidth > NAVBAR_DESKTOP_MIN_PX;
}

function getItemText(item: NavbarItem): string {
  switch (item.type) {
    case 'html':
      return removeTags(item.value);
    case 'default':
      return item.label ?? removeTags(item.html ?? '');
    case 'localeDropdown':
      return 'English ▾';
    case 'dropdown':
      return `${item.label} ▾`;
    case 'docsVersionDropdown':
      return `${item.label ?? '1.0.0'} ▾`;
    case 'search':
      return '';
    default:
      return item.label ?? 'Version';
  }
}

function removeTags(html: string): string {
  return html.replace(/<[^>]*>/g, '');
}

function estimateWidth(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  return text.length * LETTER_PX + (wide?.length ?? 0) * (IDEOGRAM_PX - LETTER_PX);
}
