import { Fragment, createElement as h, type ReactNode } from 'react';
import type { ApiAnswer } from './answer-endpoints.ts';
import { markOmitted } from './mark-omitted.ts';

/** Texts of the interface that an answer shows. */
interface AnswerTexts {
  quotedAnswer: string;
  quotedAlternative: string;
  quotedAlso: string;
}

const TITLE_ID = 'quoted-answer';

/**
 * Draws an answer as a quotation with its sources. Without JSX, because the server runs this file as it is. The styles
 * are those of articles. Every text of a document stays text.
 */
export function drawAnswer(
  { alternative, further, ...best }: ApiAnswer,
  { quotedAnswer, quotedAlternative, quotedAlso }: AnswerTexts,
): ReactNode {
  return h(
    Fragment,
    { key: 'answer' },
    h('p', { id: TITLE_ID, className: 'search-answer__title' }, h('strong', null, quotedAnswer)),
    h(
      'section',
      { className: 'search-answer markdown', 'aria-labelledby': TITLE_ID },
      drawQuotation(best),
      alternative && h('p', { className: 'search-results__path' }, quotedAlternative),
      alternative && drawQuotation(alternative),
      further.length > 0 && drawFurther(further, quotedAlso),
    ),
  );
}

function drawQuotation({ passage, followedBy, source }: NonNullable<ApiAnswer['alternative']>): ReactNode {
  return h(
    Fragment,
    null,
    h('blockquote', { cite: source.url }, drawPassage(passage), followedBy && drawPassage(followedBy)),
    h('p', null, drawLink(source)),
  );
}

function drawFurther(further: ApiAnswer['further'], label: string): ReactNode {
  const links = further.flatMap((other, index) => [
    index > 0 && ' · ',
    h('span', { key: other.url }, drawLink(other)),
  ]);
  return h('p', { className: 'search-results__path' }, `${label}: `, links);
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
      return [
        drawLead(passage.lead),
        h('pre', { key: 'code', className: 'code-block', tabIndex: 0 }, h('code', null, passage.code)),
      ];
  }
}

function drawRow(cells: readonly { column: string; text: string }[]): ReactNode {
  // Cells have no identity but their position.
  const draw = (tag: 'th' | 'td', texts: readonly string[]) =>
    h(
      'tr',
      null,
      texts.map((text, index) => h(tag, { key: `${index}`, ...(tag === 'th' && { scope: 'col' }) }, text)),
    );
  const columns = cells.map(({ column }) => column);
  const table = h(
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
  // As in articles, a wide table scrolls in its own box, which the keyboard reaches.
  return h(
    'div',
    { className: 'table-scroll', tabIndex: 0, role: 'group', 'aria-labelledby': TITLE_ID },
    table,
  );
}

function drawLead(lead: string): ReactNode {
  return lead === '' ? null : h('p', { key: 'lead' }, lead);
}

function drawItems(items: readonly string[]): ReactNode {
  return items.map((item, index) => h('li', { key: `${index}` }, markOmitted(item)));
}
