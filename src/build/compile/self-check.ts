import path from 'node:path';
import type { Article } from '../../markdown/article.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';

const fileAttribute = /\s(?:src|poster|data-island)="(\/(?!\/)[^"]*)"/g;
/** Elements that show something without text. */
const visibleElement =
  /<(?:img|picture|svg|video|audio|canvas|iframe|embed|object|form|input|button|select|textarea|hr|live-|x-)/;

/** Addresses of pictures, films and scripts on this host that the HTML of an article names. */
export function referencedFiles(html: string): string[] {
  const addresses = [...html.matchAll(fileAttribute)].map(([, address = '']) => unescapeHtml(address));
  return [...new Set(addresses)];
}

/** What is to be checked of an article when the release stands, and what can be said of it already. */
export function checkArticle(
  article: Article,
  document: DocumentToCompile,
  docsHome: string,
  file: string,
): Article {
  const references = referencedFiles(article.html);
  const checked = references.length > 0 ? { ...article, references } : article;
  if (!document.isComponent || article.failed || article.problems.length > 0 || showsSomething(article.html))
    return checked;
  const message =
    'This page is empty: its component renders nothing at build. Return what readers should see, or remove the page.';
  const problem = {
    code: 'empty-page',
    severity: 'warning',
    file: path.relative(docsHome, file),
    message,
  } as const;
  return { ...checked, problems: [problem] };
}

function showsSomething(html: string): boolean {
  const content = html.replace(/<live-(?:facts|words)\b[^>]*>[\s\S]*?<\/live-(?:facts|words)>/g, '');
  return visibleElement.test(content) || content.replace(/<[^>]*>/g, '').trim() !== '';
}
