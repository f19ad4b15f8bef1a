import { z } from 'zod';
import { groupName } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

const beyond = z.strictObject({
  from: z.string().describe('The page.'),
  to: z.string().describe('What not all of its readers see.'),
});

/** Who may see what. */
export const audiencesEndpoints = {
  readAudiences: {
    method: 'GET',
    path: '/api/v1/audiences',
    access: 'administrator',
    summary:
      'How many pages each group of the site reaches, and who sees the pages that not every reader sees.',
    answer: z.strictObject({
      groups: z
        .array(
          z.strictObject({
            name: groupName,
            label: z.string().describe('As people see it.'),
            description: z.string().describe('Whom it is for; may be empty.'),
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
      narrow: z
        .array(
          z.strictObject({
            path: z.string().describe('Of the page.'),
            groups: z.array(z.string()).describe('None: administrators only, unless everybody sees it.'),
            public: z.literal(true).optional().describe('Visitors see it.'),
          }),
        )
        .describe('Pages that not just every reader sees.'),
      links: z.array(beyond).describe('Links in texts that lead some readers of a page to nothing.'),
      neighbours: z
        .array(beyond)
        .describe('Pages whose previous or next one some of their readers do not see.'),
      canPreview: z.boolean().describe('Whether there is anything to see as somebody else.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
