import { z } from 'zod';
import type { Endpoint } from '../../../model/api/endpoint.ts';
import {
  countByDay,
  createPageSchema,
  createSortedQuery,
  days,
  listSearch,
} from '../../../model/api/lists.ts';

const kind = z.enum(['all', 'without-results', 'unopened']);

const searched = z.strictObject({
  query: z.string().describe('Query in lower case.'),
  count: z.int().describe('Number of searches.'),
  hits: z.int().describe('Number of results of the last search.'),
  opened: z.int().describe('Number of times a result was opened.'),
});

const added = z.strictObject({
  isWritten: z
    .boolean()
    .describe('Whether the server wrote the file. `false` if the site folder is missing or read-only.'),
  file: z.string().describe('Path of the file, relative to the documents folder.'),
  text: z.string().describe('Text that was added, or that you need to add by hand.'),
});

/** Search counts, and additions to the site's search words. */
export const searchEndpoints = {
  listSearches: {
    call: 'GET /api/v1/searches',
    access: 'administrator',
    summary: 'List queries: all, without results, or with results that no one opened.',
    query: z.strictObject({
      kind: kind.default('all').describe('Queries to list. `unopened`: no result was opened.'),
      search: listSearch,
      days,
      ...createSortedQuery(['count', 'query', 'hits', 'opened']),
    }),
    answer: createPageSchema(searched),
  },
  readSearchDays: {
    call: 'GET /api/v1/searches/days',
    access: 'administrator',
    summary: 'Get the number of searches per day. Days without searches are left out.',
    query: z.strictObject({ days }),
    answer: countByDay,
  },
  addQuestion: {
    call: 'POST /api/v1/searches/questions',
    access: 'administrator',
    status: 201,
    summary: 'Add a question that a page answers to the site folder. It takes effect after the next build.',
    body: z.strictObject({
      address: z
        .string()
        .startsWith('/')
        .max(2_000)
        .describe('Path of the page or section, such as `/docs/rows#hide`.'),
      question: z.string().trim().min(1).max(500).describe('Question in the words of readers.'),
    }),
    answer: added,
    errors: { 404: 'There is no page at this path.' },
  },
  addSynonym: {
    call: 'POST /api/v1/searches/synonyms',
    access: 'administrator',
    status: 201,
    summary: 'Add a synonym rule to the site folder. It takes effect after the next build.',
    body: z.strictObject({
      rule: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .describe('Rule, such as `delete, remove` or `boss => manager`.'),
    }),
    answer: added,
  },
} as const satisfies Record<string, Endpoint>;

export type Searched = z.infer<typeof searched>;
export type AddedWords = z.infer<typeof added>;
