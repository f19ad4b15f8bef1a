import { z } from 'zod';
import { declaredGroup } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { listOf, listSearch, sortedBy } from './lists.ts';

const pageOfSome = z.strictObject({
  path: z.string().describe('Of the page.'),
  groups: z.array(z.string()).describe('None: every reader, or administrators only, by `seenBy`.'),
  seenBy: z.enum(['visitors', 'readers', 'groups', 'nobody']).describe('Besides administrators.'),
});

const beyond = z.strictObject({
  from: z.string().describe('The page.'),
  to: z.string().describe('What not all of its readers see.'),
});

/** Who may see what. */
export const audiencesEndpoints = {
  readAudiences: {
    call: 'GET /api/v1/audiences',
    access: 'administrator',
    summary: 'How many pages each group of the site reaches, every reader, and visitors.',
    answer: z.strictObject({
      groups: z
        .array(
          declaredGroup.extend({
            pages: z.int().describe('Those that somebody sees who is in this group alone.'),
          }),
        )
        .describe('Those that the site declares.'),
      everyReader: z.int().describe('Pages that every reader sees.'),
      total: z.int().describe('All pages.'),
      visitors: z
        .int()
        .optional()
        .describe('Pages that visitors see; absent where the site has no public pages.'),
      links: z.int().describe('Links in texts that lead some readers of a page to nothing.'),
      neighbours: z.int().describe('Previous and next pages that some readers of a page do not see.'),
      canPreview: z.boolean().describe('Whether there is anything to see as somebody else.'),
    }),
  },
  listAudiencePages: {
    call: 'GET /api/v1/audiences/pages',
    access: 'administrator',
    summary: 'A page of the pages of the site, each with who sees it.',
    query: z.strictObject({
      search: listSearch,
      kind: z
        .enum(['some', 'all', 'visitors', 'nobody'])
        .default('some')
        .describe('`some`: those that not just every reader sees; `nobody`: those that no group reaches.'),
      group: z.string().max(200).optional().describe('Those that are for this group by name.'),
      ...sortedBy(['path'], 'ascending'),
    }),
    answer: listOf(pageOfSome),
  },
  listAudienceGaps: {
    call: 'GET /api/v1/audiences/gaps',
    access: 'administrator',
    summary: 'A page of what leads some readers of a page to what they do not see.',
    query: z.strictObject({
      search: listSearch,
      kind: z
        .enum(['links', 'neighbours'])
        .default('links')
        .describe('Links in texts, or previous and next.'),
      ...sortedBy(['from', 'to'], 'ascending'),
    }),
    answer: listOf(beyond),
  },
} as const satisfies Record<string, Endpoint>;

export type AudiencePage = z.infer<typeof pageOfSome>;
export type AudienceGap = z.infer<typeof beyond>;
