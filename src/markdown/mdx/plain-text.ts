import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { textOfHtml } from '../../shared/unescape-html.ts';

/** What a reader sees of a label or title that may hold elements. */
export function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return textOfHtml(renderToStaticMarkup(createElement(Fragment, {}, node)));
}

/** HTML from the site's own files, as props of an element. */
export function innerHtml(html: string): { dangerouslySetInnerHTML: { __html: string } } {
  return { dangerouslySetInnerHTML: { __html: html } };
}
