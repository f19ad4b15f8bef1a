import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const count = z.int().describe('How many.');
const paths = z.strictObject({ count, paths: z.array(z.string()).describe('The first hundred.') });

/** Where a release was built from, as far as git knows. */
export const releaseOrigin = z.strictObject({
  commit: z.string().max(64).optional().describe('What it was built from.'),
  author: z.string().max(200).optional().describe('Of the commit.'),
  subject: z.string().max(500).optional().describe('First line of the message of the commit.'),
  isChanged: z.boolean().optional().describe('It has changes that were not committed.'),
});

/** By path; at most so many of each are named, all are counted. */
export const pageChanges = z.strictObject({
  added: paths.describe('Those that are new.'),
  changed: paths.describe('Those whose text is another one.'),
  moved: z
    .strictObject({
      count,
      paths: z
        .array(
          z.strictObject({ from: z.string().describe('As it was.'), to: z.string().describe('As it is.') }),
        )
        .describe('The first hundred.'),
    })
    .describe('Those that have another address.'),
  removed: paths.describe('Those that are gone.'),
});

const release = releaseOrigin.extend({
  name: z.string().describe('It begins with the day.'),
  publishedAt: time.describe('When it was built or published here.'),
  isLive: z.boolean().describe('It is the one that is served.'),
  by: z.string().optional().describe('The deploy token that published it; absent where it was built here.'),
  pages: z.int().describe('How many it has.'),
  changes: pageChanges.optional().describe('Pages, against the release before; absent of the first one.'),
});

/** What was published, and can be served again. */
export const releasesEndpoints = {
  listReleases: {
    call: 'GET /api/v1/releases',
    access: 'administrator',
    summary: 'The releases that are kept, the newest first.',
    answer: z.strictObject({
      rows: z.array(release).describe('Those that are kept.'),
      keep: z.int().describe('So many are kept.'),
    }),
    errors: { 404: 'The server keeps none: it is a preview.' },
  },
  rollBack: {
    call: 'POST /api/v1/releases/:release/rollback',
    access: 'administrator',
    summary: 'Serves a kept release again. Every process does within a second, and no request fails.',
    errors: {
      404: 'There is no such release.',
      409: 'It cannot be served, or a build is under way: the message says why.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type ReleaseRow = z.infer<typeof release>;
