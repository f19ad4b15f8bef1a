import { z } from 'zod';
import { declaredGroup } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { createPageSchema, createSortedQuery, listSearch } from './lists.ts';

const pageOfSome = z.strictObject({
  path: z.string().describe('Path of the page.'),
  groups: z.array(z.string()).describe('Groups that can see the page. Empty unless `seenBy` is `groups`.'),
  seenBy: z
    .enum(['visitors', 'readers', 'groups', 'nobody'])
    .describe('Readers who can see the page, besides administrators. `nobody` means only administrators.'),
});

const beyond = z.strictObject({
  from: z.string().describe('Path of the page.'),
  to: z.string().describe('Path that some readers of the page can’t open.'),
});

/** Audiences: which readers can see which pages. */
export const audiencesEndpoints = {
  readAudiences: {
    call: 'GET /api/v1/audiences',
    access: 'administrator',
    summary: 'Get how many pages each group, all readers, and visitors can see.',
    answer: z.strictObject({
      groups: z
        .array(
          declaredGroup.extend({
            pages: z.int().describe('Number of pages that a member of only this group can see.'),
          }),
        )
        .describe('Groups that the site declares.'),
      everyReader: z.int().describe('Number of pages that all readers can see.'),
      total: z.int().describe('Number of pages of the site.'),
      visitors: z
        .int()
        .optional()
        .describe('Number of pages that visitors can see. Missing if the site has no public pages.'),
      links: z.int().describe('Number of links that some readers of a page can’t open.'),
      neighbours: z
        .int()
        .describe('Number of previous and next pages that some readers of a page can’t open.'),
      canPreview: z.boolean().describe('Whether an administrator can view the site as someone else.'),
    }),
  },
  listAudiencePages: {
    call: 'GET /api/v1/audiences/pages',
    access: 'administrator',
    summary: 'List pages with who can see them.',
    query: z.strictObject({
      search: listSearch,
      kind: z
        .enum(['some', 'all', 'visitors', 'nobody'])
        .default('some')
        .describe(
          '`some`: pages with an audience other than all readers. `all`: all pages. `visitors`: public pages. `nobody`: pages that only administrators can see.',
        ),
      group: z.string().max(200).optional().describe('Only pages that name this group.'),
      ...createSortedQuery(['path'], 'ascending'),
    }),
    answer: createPageSchema(pageOfSome),
  },
  listAudienceGaps: {
    call: 'GET /api/v1/audiences/gaps',
    access: 'administrator',
    summary: 'List links, or previous and next pages, that some readers of a page can’t open.',
    query: z.strictObject({
      search: listSearch,
      kind: z
        .enum(['links', 'neighbours'])
        .default('links')
        .describe('Links in the text, or previous and next pages.'),
      ...createSortedQuery(['from', 'to'], 'ascending'),
    }),
    answer: createPageSchema(beyond),
  },
} as const satisfies Record<string, Endpoint>;

export type AudiencePage = z.infer<typeof pageOfSome>;
export type AudienceGap = z.infer<typeof beyond>;
