/** Ids of the shell's elements. Ids of headings come from their words and don't start like these. */
export const ROOT_ID = '__root';
/** The embedded JSON of a page. */
export const PAGE_ID = '__page';
export const MAIN_ID = '__main';
/** The sidebar. On narrow screens a popover that the menu button opens. */
export const NAVIGATION_ID = '__navigation';
export const ARTICLE_ID = '__article';
/** Root of the administrators' announcement: see `own-announcement.tsx`. */
export const ANNOUNCED_ID = '__announced';
