import { encodeHref } from '../../model/written-links.ts';
import { dataNotice, quoteDocumentation } from '../../shared/quote-documentation.ts';
import type { AnswerOutcome } from './find-answer.ts';
import { listQuotedPassages } from './list-quoted-passages.ts';
import { markOmitted } from './mark-omitted.ts';
import type { Passage } from './passages.ts';
import type { Quotation } from './quote-answer.ts';
import type { Source } from './score.ts';

/** Writes the answer to a question for an assistant. `origin` is where a person opens the site. */
export function writeAnswer(result: AnswerOutcome, origin: string): string {
  if (result.outcome !== 'answered')
    return 'No passage answers this well enough. Use search with a few words, then read the section that fits.';
  const { alternative, further, ...best } = result.answer;
  const furtherLines = further.map((other) => `- ${writeSource(other, origin)}`);
  return [
    dataNotice,
    ...writeQuotation(best, origin),
    ...(alternative ? ['Another section says:', ...writeQuotation(alternative, origin)] : []),
    ...(furtherLines.length === 0 ? [] : [`Also about this:\n${furtherLines.join('\n')}`]),
  ].join('\n\n');
}

function writeQuotation({ source, ...quotation }: Quotation, origin: string): string[] {
  return [
    quoteDocumentation(
      listQuotedPassages(quotation)
        .map(({ passage }) => writePassage(passage))
        .join('\n\n'),
    ),
    `Source: ${writeSource(source, origin)}`,
  ];
}

function writeSource({ url, titles }: Source, origin: string): string {
  return `${titles.join(' › ')}: ${origin}${encodeHref(url)}`;
}

/** The passage as lines of text. */
export function writePassage(passage: Passage): string {
  switch (passage.kind) {
    case 'text':
      return passage.sentences.join(' ');
    case 'row':
      return passage.cells
        .map(({ column, text }) => (column === '' ? text : `${column}: ${text}`))
        .join('\n');
    case 'steps':
      return addLead(
        passage.lead,
        passage.items.map((item, index) => `${index + 1}. ${indentLines(markOmitted(item))}`).join('\n'),
      );
    case 'list':
      return addLead(passage.lead, passage.items.map((item) => `- ${markOmitted(item)}`).join('\n'));
    case 'code':
      return addLead(passage.lead, passage.code);
  }
}

/** Indents further lines of a step, so that they belong to it. */
function indentLines(text: string): string {
  return text.replaceAll('\n', '\n   ');
}

function addLead(lead: string, text: string): string {
  return lead === '' ? text : `${lead}\n${text}`;
}
