import { z } from 'zod';
import type { Endpoint } from '../../model/api/endpoint.ts';
import { QUESTION_MAX_CHARACTERS } from './answer-tool.ts';

const texts = z.array(z.string());

const passage = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('text'),
      sentences: texts.describe('One to three sentences of a paragraph.'),
    }),
    z.strictObject({
      kind: z.literal('row'),
      cells: z
        .array(
          z.strictObject({
            column: z.string().describe('Heading of the column. Empty if it has none.'),
            text: z.string().describe('Text of the cell.'),
          }),
        )
        .describe('Cells of a row of a table.'),
    }),
    z.strictObject({
      kind: z.literal('steps'),
      lead: z.string().describe('Sentence that introduces the steps. Empty if there is none.'),
      items: texts.describe(
        'Steps in order. A step can have further lines: its code, or the rows of its table.',
      ),
    }),
    z.strictObject({
      kind: z.literal('list'),
      lead: z.string().describe('Sentence that introduces the list. Empty if there is none.'),
      items: texts.describe('Items of the list.'),
    }),
    z.strictObject({
      kind: z.literal('code'),
      lead: z.string().describe('Sentence that introduces the code. Empty if there is none.'),
      code: z.string().describe('Code with its line breaks.'),
    }),
  ])
  .describe('Part of a page, word for word and as plain text.');

const source = z.strictObject({
  url: z.string().describe('Path of the section, with its fragment.'),
  titles: texts.describe('Title of the page and the headings down to the section.'),
});

const quotation = {
  passage,
  followedBy: passage
    .nullable()
    .describe(
      'Steps, list or code right after the passage, which introduces them. `null` if there are none.',
    ),
  before: z
    .array(passage)
    .describe(
      'Passages of the section before this one: all if the section is short, or rows of a long table.',
    ),
  after: z
    .array(passage)
    .describe(
      'Passages of the section after this one, `followedBy` first: all if the section is short, or rows of a long table.',
    ),
  source: source.describe('Section that the passage is from.'),
};

const answerSchema = z.strictObject({
  ...quotation,
  alternative: z
    .strictObject(quotation)
    .nullable()
    .describe(
      'A passage of another page, or of another section if the first page probably answers. `null` if there is no other.',
    ),
  further: z.array(source).max(3).describe('Other sections about the question, best first.'),
});

export const answerEndpoints = {
  answerQuestion: {
    call: 'GET /api/v1/answers',
    access: 'reader',
    byToken: true,
    summary: 'Get the passage of the documentation that answers a question. It is quoted, not written.',
    query: z.strictObject({
      question: z
        .string()
        .trim()
        .min(1)
        .max(QUESTION_MAX_CHARACTERS)
        .describe('Question in the words of the reader.'),
      language: z
        .string()
        .min(2)
        .max(35)
        .optional()
        .describe('Language of the pages to search (BCP 47). Default: the main language.'),
      tags: z
        .string()
        .max(2_000)
        .optional()
        .describe('Search tags of the versions, separated by commas. Default: the latest versions.'),
    }),
    answer: z.strictObject({
      answer: answerSchema
        .nullable()
        .describe('`null` if nothing answers well enough, or if the text isn’t a question.'),
    }),
    errors: { 503: 'Search can’t answer right now.' },
  },
} as const satisfies Record<string, Endpoint>;

export type ApiAnswer = z.infer<typeof answerSchema>;
