import { NAVBAR_DESKTOP_MIN_PX } from '../../config/constants.ts';
import type { NavbarItem } from '../../config/navigation-options.ts';
import type { SiteConfig } from '../../config/site-config.ts';

/** Beside the title and the links, on the narrowest screen that has them: margins, mark, search, theme, account, sign-out. */
const REST = 300;
/** Between the texts of two links. */
const BETWEEN = 20;
/** Of a letter at 14 px, in the wider ones of the systems' fonts; of a Chinese, Japanese or Korean one. */
const LETTER = 8;
const IDEOGRAM = 14;

/** Whether the links of the bar need a row of their own (`navbar-rows.css`): a guess, as nobody knows the reader's font. */
export function isLongNavbar({ name, navbar: { title = name, items } }: Pick<SiteConfig, 'name' | 'navbar'>) {
  const links = items.filter(({ type }) => type !== 'search');
  const texts = [title, ...links.map(labelOf)];
  const needed = texts.reduce((sum, text) => sum + widthOf(text), REST + links.length * BETWEEN);
  return needed > NAVBAR_DESKTOP_MIN_PX;
}

function labelOf(item: NavbarItem): string {
  switch (item.type) {
    case 'html':
      return withoutTags(item.value);
    case 'default':
      return item.label ?? withoutTags(item.html ?? '');
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

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, '');
}

function widthOf(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  return text.length * LETTER + (wide?.length ?? 0) * (IDEOGRAM - LETTER);
}
