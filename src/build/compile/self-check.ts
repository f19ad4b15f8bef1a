import path from 'node:path';
import type { Article } from '../../markdown/article.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';

/** Attributes with the address of a file on this site. `data` is one of `<object>`. */
const fileAttribute = /\s(?:src|poster|data|data-island)="(\/(?!\/)[^"]*)"/g;
const pictureSet = /\ssrcset="([^"]*)"/gi;
/** Parts of a drawing that are in other files. */
const drawingPart = /<(?:use|image)\b[^>]*?\s(?:xlink:)?href="(\/(?!\/)[^"]*)"/gi;
/** Elements that show something without text. */
const visibleElement =
  /<(?:img|picture|svg|video|audio|canvas|iframe|embed|object|form|input|button|select|textarea|hr|live-|x-)/;

/** URLs of images, videos and scripts on this site that the HTML of an article uses. */
export function listReferencedFiles(html: string): string[] {
  const addresses = [fileAttribute, drawingPart].flatMap((pattern) =>
    [...html.matchAll(pattern)].map(([, address = '']) => unescapeHtml(address)),
  );
  const pictures = [...html.matchAll(pictureSet)].flatMap(([, set = '']) =>
    unescapeHtml(set)
      .split(/,\s+/)
      .map((candidate) => candidate.trim().replace(/\s.*$/s, ''))
      .filter((address) => /^\/(?!\/)/.test(address)),
  );
  return [...new Set([...addresses, ...pictures])];
}

/** Adds the files that an article uses, to be checked with the release, and warns about an empty page. */
export function checkArticle(
  article: Article,
  document: DocumentToCompile,
  docsHome: string,
  file: string,
): Article {
  const references = listReferencedFiles(article.html);
  const checkedArticle = references.length > 0 ? { ...article, references } : article;
  const hasErrors = article.problems.some(({ severity }) => severity === 'error');
  if (article.failed || hasErrors || showsSomething(article.html)) return checkedArticle;
  const message = document.isComponent
    ? 'This page is empty: its component renders nothing in the build. Return what readers should see, or remove the page.'
    : 'This page is empty: front matter, comments, imports and elements like `<meta>` show nothing. Write what readers should see, or remove the page.';
  const problem = {
    code: 'empty-page',
    severity: 'warning',
    file: path.relative(docsHome, file),
    message,
  } as const;
  return { ...checkedArticle, problems: [...article.problems, problem] };
}

function showsSomething(html: string): boolean {
  const content = html.replace(/<live-(?:facts|words)\b[^>]*>[\s\S]*?<\/live-(?:facts|words)>/g, '');
  return visibleElement.test(content) || content.replace(/<[^>]*>/g, '').trim() !== '';
}
