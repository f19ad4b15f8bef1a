import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readHtmlText } from '../../shared/unescape-html.ts';

/** The visible text of a label or title that may contain elements. */
export function renderPlainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return readHtmlText(renderToStaticMarkup(createElement(Fragment, {}, node)));
}

/** Props for an element with HTML from the site's own files. */
export function toInnerHtml(html: string): { dangerouslySetInnerHTML: { __html: string } } {
  return { dangerouslySetInnerHTML: { __html: html } };
}
