import { createElement as h, type ReactNode } from 'react';
import type { ApiAnswer } from './answer-endpoints.ts';

/** Texts of the interface that an answer shows. */
interface AnswerTexts {
  quotedAnswer: string;
  quotedAlso: string;
}

/**
 * Draws an answer as a quotation with its sources. Without JSX, because the server runs this file as it is. The styles are
 * those of articles. Every text of a document stays text.
 */
export function drawAnswer(
  { passage, source, further }: ApiAnswer,
  { quotedAnswer, quotedAlso }: AnswerTexts,
): ReactNode {
  return h(
    'section',
    { key: 'answer', className: 'search-answer markdown', 'aria-label': quotedAnswer },
    h('blockquote', { cite: source.url }, drawPassage(passage)),
    h('p', { className: 'search-answer__source' }, drawLink(source)),
    further.length > 0 &&
      h(
        'p',
        { className: 'search-answer__further' },
        `${quotedAlso}: `,
        further.flatMap((other, at) => [at > 0 && ' · ', h('span', { key: other.url }, drawLink(other))]),
      ),
  );
}

function drawLink({ url, titles }: ApiAnswer['source']): ReactNode {
  return h('a', { href: url }, titles.join(' › '));
}

function drawPassage(passage: ApiAnswer['passage']): ReactNode {
  switch (passage.kind) {
    case 'text':
      return h('p', null, passage.sentences.join(' '));
    case 'row':
      return drawRow(passage.cells);
    case 'steps':
      return [drawLead(passage.lead), h('ol', { key: 'items' }, drawItems(passage.items))];
    case 'list':
      return [drawLead(passage.lead), h('ul', { key: 'items' }, drawItems(passage.items))];
    case 'code':
      return [drawLead(passage.lead), h('pre', { key: 'code' }, h('code', null, passage.code))];
  }
}

function drawRow(cells: readonly { column: string; text: string }[]): ReactNode {
  // Cells have no identity but their position.
  const draw = (tag: 'th' | 'td', texts: readonly string[]) =>
    h(
      'tr',
      null,
      texts.map((text, at) => h(tag, { key: `${at}`, ...(tag === 'th' && { scope: 'col' }) }, text)),
    );
  const columns = cells.map(({ column }) => column);
  return h(
    'table',
    null,
    columns.some((column) => column !== '') && h('thead', null, draw('th', columns)),
    h(
      'tbody',
      null,
      draw(
        'td',
        cells.map(({ text }) => text),
      ),
    ),
  );
}

function drawLead(lead: string): ReactNode {
  return lead === '' ? null : h('p', { key: 'lead' }, lead);
}

function drawItems(items: readonly string[]): ReactNode {
  return items.map((item, at) => h('li', { key: `${at}` }, item));
}
