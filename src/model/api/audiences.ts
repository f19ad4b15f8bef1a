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
      /** Pages that every reader sees, and all of them. */
      everyReader: z.int(),
      total: z.int(),
      /** Pages that visitors see; absent where the site has no public pages. */
      visitors: z.int().optional(),
      /** Pages that not just every reader sees. */
      narrow: z.array(
        z.strictObject({
          path: z.string(),
          groups: z.array(z.string()).describe('None: administrators only, unless everybody sees it.'),
          public: z.literal(true).optional(),
        }),
      ),
      /** Links in texts that lead some readers of a page to nothing. */
      links: z.array(beyond),
      /** Pages whose previous or next one some of their readers do not see. */
      neighbours: z.array(beyond),
      /** Whether there is anything to see as somebody else. */
      canPreview: z.boolean(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
