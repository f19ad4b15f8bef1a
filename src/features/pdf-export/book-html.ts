import { createMessageReader } from '../../config/feature-messages.ts';
import { pageHref } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import en from './messages/en.json' with { type: 'json' };
import type { Chapter, PublishedPages } from './published-pages.ts';

const readMessages = createMessageReader('pdf-export', en, new URL('./messages/', import.meta.url));

/** Id of a chapter in the book, for links to it. */
export const nameChapter = (index: number): string => `chapter-${index + 1}`;

/** The pages that a book is made of: `PublishedPages`, or those of a reader. */
export interface BookPages extends Pick<PublishedPages, 'findArticle' | 'styles'> {
  /** BCP 47 tag. */
  language: string;
  readFile(
    url: string,
  ): ReturnType<PublishedPages['readFile']> | Promise<ReturnType<PublishedPages['readFile']>>;
}

/** `book`: with a title page and numbered contents. `chapter`: with contents. `page`: the article alone. */
export type BookLayout = 'book' | 'chapter' | 'page';

interface BookParts {
  name: string;
  subtitle: string;
  /** URL of the site's logo in `pages`. */
  logo?: string | undefined;
  /** Day that the title page names. */
  date?: Date | undefined;
  chapters: readonly Chapter[];
  pages: BookPages;
  layout: BookLayout;
  /** Page number of each chapter, counted from 1; unknown in the first layout. */
  numbers: readonly (number | undefined)[];
}

/** Renders the book as one HTML document: title, contents, chapters. `prepareBook` completes it in the browser. */
export function renderBook({
  name,
  subtitle,
  logo,
  date,
  chapters,
  pages,
  layout,
  numbers,
}: BookParts): string {
  const contents = chapters
    .map(({ title, level }, index) => {
      const link = `<a href="#${nameChapter(index)}">${escapeHtml(title)}</a>`;
      return `<li data-level="${level}">${link}<span>${numbers[index] ?? ''}</span></li>`;
    })
    .join('');
  const bodies = chapters.map((chapter, index) => renderChapter(chapter, index, pages)).join('\n');
  const day = date?.toLocaleDateString(pages.language, { dateStyle: 'long' });
  const { bookContents } = readMessages(pages.language).mail;
  const heading = layout === 'book' ? bookContents : name;
  const title = `<header class="book-title">${logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="">`}<h1>${escapeHtml(name)}</h1><p class="book-title__lead">${escapeHtml(subtitle)}</p>${day === undefined ? '' : `<p>${escapeHtml(day)}</p>`}</header>`;
  return `<!doctype html>
<html lang="${pages.language}" data-theme="light">
<head>
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
${pages.styles}
<style>${bookStyle}</style>
</head>
<body>
${layout === 'book' ? title : ''}${layout === 'page' ? '' : `<nav class="book-contents"><h2>${escapeHtml(heading)}</h2><ol>${contents}</ol></nav>`}
${bodies}
</body>
</html>`;
}

function renderChapter({ title, path, level }: Chapter, index: number, pages: BookPages): string {
  const article = path === undefined ? undefined : pages.findArticle(path);
  const attributes = `id="${nameChapter(index)}" data-level="${level}"${path === undefined ? '' : ` data-path="${escapeHtml(pageHref(path))}"`}`;
  const heading = article && /<h1\b/.test(article.html) ? '' : `<h1>${escapeHtml(title)}</h1>`;
  return `<section class="book-chapter" ${attributes}><div class="markdown">${heading}${article?.html ?? ''}</div></section>`;
}

const bookStyle = `
.book-title { display: grid; align-content: center; min-height: 80vh; break-after: page; }
.book-title h1 { padding-bottom: 12px; border-bottom: 2px solid var(--accent); font-size: 36pt; }
.book-title img { width: auto; height: 18mm; max-width: 60mm; margin-bottom: 24px; object-fit: contain; object-position: left; }
.book-title p { margin: 0; color: var(--soft); }
.book-title .book-title__lead { margin: 12px 0 24px; color: inherit; font-size: 14pt; }
.book-contents { break-after: page; }
.book-contents ol { padding: 0; list-style: none; }
.book-contents li { display: flex; gap: 12px; padding: 2px 0; break-inside: avoid; }
.book-contents li[data-level="0"] { margin-top: 10px; font-weight: 650; }
.book-contents li[data-level="1"] { padding-left: 16px; }
.book-contents li[data-level="2"] { padding-left: 32px; }
.book-contents li:not([data-level="0"], [data-level="1"], [data-level="2"]) { padding-left: 48px; }
.book-contents li a { flex: 1; color: inherit; text-decoration: none; }
.book-contents li span { min-width: 3em; text-align: right; font-variant-numeric: tabular-nums; }
.book-chapter + .book-chapter, .book-contents + .book-chapter { break-before: page; }
.book-chapter:not([data-path]) h1 { margin: 0; padding-bottom: 12px; break-after: avoid; color: var(--soft); font-size: 1rem; }
.book-chapter:not([data-path]) + .book-chapter { break-before: auto; }
.details { box-decoration-break: clone; padding-top: 4px; }
`;

/**
 * Turns the pages into one book. Runs in the browser. Opens all details, makes ids unique, and points links to pages of
 * the book at their chapters. Links to other pages of the site get its origin.
 */
export function prepareBook(site: string): void {
  const chapters = [...document.querySelectorAll<HTMLElement>('.book-chapter')];
  const anchors = new Map(chapters.map((chapter) => [chapter.dataset.path, chapter.id]));
  for (const chapter of chapters) {
    for (const element of chapter.querySelectorAll('[id]')) element.id = `${chapter.id}-${element.id}`;
    for (const details of chapter.querySelectorAll('details')) {
      details.open = true;
      // About half a page. A longer box would leave too much of the page before it empty, so it is split.
      if (details.offsetHeight <= 480) details.style.breakInside = 'avoid';
    }
    for (const image of chapter.querySelectorAll('img')) image.loading = 'eager';
    for (const link of chapter.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      const href = link.getAttribute('href') ?? '';
      if (!/^[/#]/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://book${chapter.dataset.path ?? '/'}`);
      const target = href.startsWith('#') ? chapter.id : anchors.get(pathname);
      if (target === undefined) link.href = site + href;
      else link.href = hash === '' ? `#${target}` : `#${target}-${decodeURIComponent(hash.slice(1))}`;
    }
  }
}
