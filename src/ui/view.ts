import { escapeHtml } from '../shared/html.ts';
import { EXCERPT_CLASS, EXCERPT_END } from './blog/blog-data.ts';
import type { PageData } from './page-data.ts';

/** A page to show: data for the shell, and HTML inside the article's frame. */
export interface View {
  page: Omit<PageData, 'html'>;
  inner: string;
}

const ownTitle = /^\s*<header><h1[\s\S]*?<\/header>/;
const excerptMark = /<div data-excerpt-end(?:="[^"]*")?><\/div>\n?/;

export function toView({ html, ...page }: PageData): View {
  // The blog's frame shows the title, and the end of the excerpt means nothing here.
  if (page.kind === 'blog-post') return { page, inner: html.replace(ownTitle, '').replace(excerptMark, '') };
  const header = page.title === undefined ? '' : `<header><h1>${escapeHtml(page.title)}</h1></header>`;
  // Index pages show a description, articles have their own.
  const lead = page.cards && page.description ? `<p class="lead">${escapeHtml(page.description)}</p>` : '';
  return { page, inner: header + lead + html };
}

/** HTML inside the frame of the current page. */
export function readShownHtml(document: Document): string {
  const excerpts = [...document.querySelectorAll(`.${EXCERPT_CLASS}`)];
  if (excerpts.length > 0) return excerpts.map(({ innerHTML }) => innerHTML + EXCERPT_END).join('');
  return document.querySelector('.theme-doc-markdown, .wide-page')?.innerHTML ?? '';
}
