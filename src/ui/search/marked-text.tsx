import { Fragment, type ReactNode } from 'react';
import { unescapeHtml } from '../../shared/html.ts';

/**
 * A text of an answer: escaped, with `<mark>` around the matched words. It is read and not set as HTML, so that
 * nothing but marks can come of it.
 */
export function MarkedText({ html }: { html: string }): ReactNode {
  const parts = html.split(/<mark>(.*?)<\/mark>/s);
  return parts.map((part, at) => {
    const text = unescapeHtml(part);
    // The parts have no other identity than their place.
    const key = `${at}`;
    return at % 2 === 1 ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>;
  });
}
