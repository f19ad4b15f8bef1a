import { escapeHtml } from '../shared/html.ts';
import type { PageData } from './page-data.ts';

/** A page, ready to be shown: what the shell draws, and the HTML inside the article's frame. */
export interface View {
  page: Omit<PageData, 'html'>;
  inner: string;
}

export function viewOf({ html, ...page }: PageData): View {
  const header = page.title === undefined ? '' : `<header><h1>${escapeHtml(page.title)}</h1></header>`;
  // An index says what it lists; an article says it itself.
  const lead = page.cards && page.description ? `<p class="lead">${escapeHtml(page.description)}</p>` : '';
  return { page, inner: header + lead + html };
}
