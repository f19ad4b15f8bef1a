/** Ids of the shell's own elements. Headings have ids made of their words, which do not begin so. */
export const ROOT_ID = '__root';
/** The embedded JSON of a page. */
export const PAGE_ID = '__page';
export const MAIN_ID = '__main';
/** Beside the page; on a narrow screen a popover that the menu button opens. */
export const NAVIGATION_ID = '__navigation';
export const ARTICLE_ID = '__article';
/** Where what administrators say is drawn, by a root of its own: see `own-announcement.tsx`. */
export const ANNOUNCED_ID = '__announced';
