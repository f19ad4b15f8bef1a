import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

const beyond = z.strictObject({ from: z.string(), to: z.string() });

/** Who may see what. */
export const audiencesEndpoints = {
  readAudiences: {
    method: 'GET',
    path: '/api/v1/audiences',
    access: 'administrator',
    summary:
      'How many pages each group of the site reaches, and who sees the pages that not every reader sees.',
    answer: z.strictObject({
      groups: z.array(
        z.strictObject({ name: z.string(), label: z.string(), description: z.string(), pages: z.int() }),
      ),
      everyReader: z.int().describe('Pages that every reader sees, and all of them.'),
      total: z.int(),
      visitors: z
        .int()
        .optional()
        .describe('Pages that visitors see; absent where the site has no public pages.'),
      narrow: z.array(
        z.strictObject({
          path: z.string(),
          groups: z.array(z.string()).describe('None: administrators only, unless everybody sees it.'),
          public: z.literal(true).optional(),
        }),
      ),
      links: z.array(beyond).describe('Links in texts that lead some readers of a page to nothing.'),
      neighbours: z
        .array(beyond)
        .describe('Pages whose previous or next one some of their readers do not see.'),
      canPreview: z.boolean().describe('Whether there is anything to see as somebody else.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
