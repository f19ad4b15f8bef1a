import { createElement as h, type ReactNode } from 'react';
import type { SiteTexts } from '../../../config/texts.ts';
import { fillText } from '../../../shared/fill-text.ts';

interface MissingSearch {
  query: string;
  /** URL of the search page, which the report is about. */
  page: string;
  /** URL that the form posts to. */
  action: string;
  texts: SiteTexts;
}

/** Draws a form that tells the authors what a search didn't find. It works without scripts. */
export function drawTellAuthors({ query, page, action, texts }: MissingSearch): ReactNode {
  const comment = fillText(texts.missingSearch, { query });
  const fields = Object.entries({ page, kind: 'missing', passage: query, comment });
  return h(
    'form',
    { key: 'tell-authors', method: 'post', action },
    ...fields.map(([name, value]) => h('input', { key: name, type: 'hidden', name, value })),
    h('button', { type: 'submit', className: 'button' }, texts.tellAuthors),
  );
}

/** Draws the outcome, which the form leads back to. Only the one that the URL names is visible. */
export function drawToldAuthors({
  toldAuthors,
  notTold,
}: Pick<SiteTexts, 'toldAuthors' | 'notTold'>): ReactNode {
  return [
    h('p', { key: 'thanks', id: 'feedback-thanks', className: 'feedback__said' }, toldAuthors),
    h('p', { key: 'failed', id: 'feedback-failed', className: 'feedback__said' }, notTold),
  ];
}
