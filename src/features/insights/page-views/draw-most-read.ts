import { createElement as h, type ReactNode } from 'react';

/** A page that readers open often, as links show it. */
export interface MostReadPage {
  url: string;
  title: string;
}

/**
 * Draws links to the pages that readers open most. Without JSX, because the server runs this file as it is. The styles
 * are those of the sections in the search dialog and on the search page.
 */
export function drawMostRead(pages: readonly MostReadPage[], title: string): ReactNode {
  const links = pages.map((page) => h('li', { key: page.url }, h('a', { href: page.url }, page.title)));
  return h(
    'nav',
    { key: 'most-read', className: 'search-sections section-list', 'aria-label': title },
    h('h2', { className: 'search-group__title' }, title),
    h('ul', null, links),
  );
}
