import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { countByDay, days, listOf, listSearch, sortedBy } from './lists.ts';

const kind = z.enum(['all', 'without-results', 'unopened']);

const searched = z.strictObject({
  query: z.string().describe('What was typed, in lower case.'),
  count: z.int().describe('How often it was searched for.'),
  hits: z.int().describe('Results when it was searched for last.'),
  opened: z.int().describe('How often one of its results was opened.'),
});

const added = z.strictObject({
  isWritten: z.boolean().describe('Otherwise the site folder is not there, or cannot be written.'),
  file: z.string().describe('From the folder of the documents.'),
  text: z.string().describe('What is in it now, or is to be added by hand.'),
});

/** What readers search for, and what can be done about what they do not find. */
export const searchesEndpoints = {
  listSearches: {
    call: 'GET /api/v1/searches',
    access: 'administrator',
    summary: 'A page of what was searched for: all, without results, or with results that nobody opened.',
    query: z.strictObject({
      kind: kind.default('all').describe('All, or those that nobody was helped by.'),
      search: listSearch,
      days,
      ...sortedBy(['count', 'query', 'hits', 'opened']),
    }),
    answer: listOf(searched),
  },
  readSearchDays: {
    call: 'GET /api/v1/searches/days',
    access: 'administrator',
    summary: 'How many searches there were on each day. Days without any are left out.',
    query: z.strictObject({ days }),
    answer: countByDay,
  },
  addQuestion: {
    call: 'POST /api/v1/searches/questions',
    access: 'administrator',
    status: 201,
    summary: 'Adds to the site folder what readers ask that an address answers. The next build has it.',
    body: z.strictObject({
      address: z
        .string()
        .startsWith('/')
        .max(2_000)
        .describe('Of a page, or of a section: `/docs/rows#hide`.'),
      question: z.string().trim().min(1).max(500).describe('In the words of readers.'),
    }),
    answer: added,
    errors: { 404: 'There is no page at this address.' },
  },
  addSynonym: {
    call: 'POST /api/v1/searches/synonyms',
    access: 'administrator',
    status: 201,
    summary: 'Adds a rule of synonyms to the site folder. The next build has it.',
    body: z.strictObject({
      rule: z.string().trim().min(1).max(500).describe('`delete, remove`, or `boss => manager`.'),
    }),
    answer: added,
  },
} as const satisfies Record<string, Endpoint>;

export type Searched = z.infer<typeof searched>;
export type AddedWords = z.infer<typeof added>;
