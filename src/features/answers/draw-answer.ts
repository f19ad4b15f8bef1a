import { Fragment, createElement as h, type ReactNode } from 'react';
import type { ApiAnswer } from './answer-endpoints.ts';
import { endsSentence } from './ends-sentence.ts';
import { listQuotedPassages, type QuotedPassage } from './list-quoted-passages.ts';
import { markOmitted } from './mark-omitted.ts';

/** Texts of the interface that an answer shows. */
interface AnswerTexts {
  quotedAnswer: string;
  quotedAlternative: string;
  quotedAlso: string;
  quotedMore: string;
}

const TITLE_ID = 'quoted-answer';
/** Class of what is around the answer. */
const AROUND = 'search-answer__around';

type ApiPassage = ApiAnswer['passage'];
type Row = Extract<ApiPassage, { kind: 'row' }>;

/**
 * Draws an answer as a quotation with its sources. Without JSX, because the server runs this file as it is. The styles
 * are those of articles. Every text of a document stays text.
 */
export function drawAnswer(
  { alternative, further, ...best }: ApiAnswer,
  { quotedAnswer, quotedAlternative, quotedAlso, quotedMore }: AnswerTexts,
): ReactNode {
  return h(
    Fragment,
    { key: 'answer' },
    h('p', { id: TITLE_ID, className: 'search-answer__title' }, h('strong', null, quotedAnswer)),
    h(
      'section',
      { className: 'search-answer markdown', 'aria-labelledby': TITLE_ID },
      drawQuotation(best, quotedMore),
      alternative && h('p', { className: 'search-results__path' }, quotedAlternative),
      alternative && drawQuotation(alternative, quotedMore),
      further.length > 0 && drawFurther(further, quotedAlso),
    ),
  );
}

function drawQuotation(
  { source, ...quotation }: NonNullable<ApiAnswer['alternative']>,
  moreLabel: string,
): ReactNode {
  const passages = listQuotedPassages(quotation);
  return h(
    Fragment,
    null,
    h('blockquote', { cite: source.url }, joinRows(passages).map(drawBlock)),
    // The style of narrow windows hides what is around the answer until this is open.
    passages.some(({ isAround }) => isAround) &&
      h('details', { className: 'search-answer__more' }, h('summary', null, moreLabel)),
    h('p', null, drawLink(source)),
  );
}

/** A table of adjacent rows with the same headings, or any other passage. */
type Block = { rows: QuotedPassage<Row>[] } | QuotedPassage<Exclude<ApiPassage, Row>>;

function joinRows(passages: readonly QuotedPassage<ApiPassage>[]): Block[] {
  const blocks: Block[] = [];
  for (const { passage, isAround } of passages) {
    if (passage.kind !== 'row') {
      blocks.push({ passage, isAround });
      continue;
    }
    const previous = blocks.at(-1);
    const rows = previous && 'rows' in previous ? previous.rows : [];
    const [first] = rows;
    if (first && nameColumns(first.passage) === nameColumns(passage)) rows.push({ passage, isAround });
    else blocks.push({ rows: [{ passage, isAround }] });
  }
  return blocks;
}

function nameColumns({ cells }: Row): string {
  return JSON.stringify(cells.map(({ column }) => column));
}

function drawBlock(block: Block, index: number): ReactNode {
  const key = `${index}`;
  if ('rows' in block) return h(Fragment, { key }, drawTable(block.rows));
  const { passage, isAround } = block;
  if (!isAround) return h(Fragment, { key }, drawPassage(passage));
  if (isHeading(passage)) return h('p', { key, className: AROUND }, h('strong', null, passage.sentences));
  return h('div', { key, className: AROUND }, drawPassage(passage));
}

/** The heading of a section below the quoted one is a text that isn't a sentence. */
function isHeading(passage: ApiPassage): passage is Extract<ApiPassage, { kind: 'text' }> {
  return passage.kind === 'text' && passage.sentences.every((sentence) => !endsSentence(sentence));
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

function drawPassage(passage: Exclude<ApiPassage, Row>): ReactNode {
  switch (passage.kind) {
    case 'text':
      return h('p', null, passage.sentences.join(' '));
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

function drawTable(rows: readonly QuotedPassage<Row>[]): ReactNode {
  const columns = (rows[0]?.passage.cells ?? []).map(({ column }) => column);
  const table = h(
    'table',
    null,
    columns.some((column) => column !== '') &&
      h('thead', null, h('tr', null, drawCells('th', columns, { scope: 'col' }))),
    h(
      'tbody',
      null,
      // Rows have no identity but their position.
      rows.map(({ passage, isAround }, index) =>
        h(
          'tr',
          { key: `${index}`, ...(isAround && { className: AROUND }) },
          drawCells(
            'td',
            passage.cells.map(({ text }) => text),
          ),
        ),
      ),
    ),
  );
  // As in articles, a wide table scrolls in its own box, which the keyboard reaches.
  const className = rows.every(({ isAround }) => isAround) ? `table-scroll ${AROUND}` : 'table-scroll';
  return h('div', { className, tabIndex: 0, role: 'group', 'aria-labelledby': TITLE_ID }, table);
}

function drawCells(tag: 'th' | 'td', texts: readonly string[], attributes?: { scope: 'col' }): ReactNode {
  return texts.map((text, index) => h(tag, { key: `${index}`, ...attributes }, text));
}

function drawLead(lead: string): ReactNode {
  return lead === '' ? null : h('p', { key: 'lead' }, lead);
}

function drawItems(items: readonly string[]): ReactNode {
  return items.map((item, index) => h('li', { key: `${index}` }, drawLines(markOmitted(item))));
}

function drawLines(text: string): ReactNode {
  return text
    .split('\n')
    .map((line, index) => h(Fragment, { key: `${index}` }, index > 0 && h('br', null), line));
}
