import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const paths = z.strictObject({ count: z.int(), paths: z.array(z.string()).describe('The first hundred.') });

const release = z.strictObject({
  name: z.string(),
  publishedAt: time,
  isLive: z.boolean().describe('It is the one that is served.'),
  by: z.string().optional().describe('The deploy token that published it; absent where it was built here.'),
  commit: z.string().optional(),
  author: z.string().optional(),
  subject: z.string().optional().describe('First line of the message of the commit.'),
  isChanged: z.boolean().optional().describe('It has changes that were not committed.'),
  pages: z.int(),
  changes: z
    .strictObject({
      added: paths,
      changed: paths,
      moved: z.strictObject({
        count: z.int(),
        paths: z.array(z.strictObject({ from: z.string(), to: z.string() })),
      }),
      removed: paths,
    })
    .optional()
    .describe('Pages, against the release before; absent of the first one.'),
});

/** What was published, and can be served again. */
export const releasesEndpoints = {
  listReleases: {
    method: 'GET',
    path: '/api/v1/releases',
    access: 'administrator',
    summary: 'The releases that are kept, the newest first.',
    answer: z.strictObject({ rows: z.array(release), keep: z.int().describe('So many are kept.') }),
    errors: { 404: 'The server keeps none: it is a preview.' },
  },
  rollBack: {
    method: 'POST',
    path: '/api/v1/releases/:release/rollback',
    access: 'administrator',
    summary: 'Serves a kept release again. Every process does within a second, and no request fails.',
    errors: {
      404: 'There is no such release.',
      409: 'It cannot be served, or a build is under way: the message says why.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type ReleaseRow = z.infer<typeof release>;
