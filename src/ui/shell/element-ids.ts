/** Ids of the shell's own elements. Headings have ids made of their words, which do not begin so. */
export const elementIds = {
  root: '__root',
  /** The embedded JSON of a page. */
  page: '__page',
  main: '__main',
  /** Beside the page; on a narrow screen a popover that the menu button opens. */
  navigation: '__navigation',
  article: '__article',
};
