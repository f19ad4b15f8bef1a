import { z } from 'zod';
import { time } from './account.ts';
import type { Endpoint } from './endpoint.ts';

const count = z.int().describe('Number of pages.');
const paths = z.strictObject({ count, paths: z.array(z.string()).describe('Paths of the first hundred.') });

/** Origin of a release, if git knows it. */
export const releaseOrigin = z.strictObject({
  commit: z.string().max(64).optional().describe('Commit that the release was built from.'),
  author: z.string().max(200).optional().describe('Author of the commit.'),
  subject: z.string().max(500).optional().describe('First line of the commit message.'),
  isChanged: z.boolean().optional().describe('Whether there were uncommitted changes.'),
});

/** Changed pages by path. All are counted; the first hundred of each kind are named. */
export const pageChanges = z.strictObject({
  added: paths.describe('New pages.'),
  changed: paths.describe('Pages whose text changed.'),
  moved: z
    .strictObject({
      count,
      paths: z
        .array(
          z.strictObject({ from: z.string().describe('Old path.'), to: z.string().describe('New path.') }),
        )
        .describe('Paths of the first hundred.'),
    })
    .describe('Pages that moved to another path.'),
  removed: paths.describe('Removed pages.'),
});

const release = releaseOrigin.extend({
  name: z.string().describe('Name of the release. Starts with the day.'),
  publishedAt: time.describe('When the release was built or published on this server.'),
  isLive: z.boolean().describe('Whether this release is live.'),
  by: z
    .string()
    .optional()
    .describe('Name of the deploy token that published it. Missing if it was built on this server.'),
  pages: z.int().describe('Number of pages.'),
  changes: pageChanges.optional().describe('Changes since the previous release. Missing for the first one.'),
});

/** Releases that the server keeps and can restore. */
export const releasesEndpoints = {
  listReleases: {
    call: 'GET /api/v1/releases',
    access: 'administrator',
    summary: 'List releases, newest first.',
    answer: z.strictObject({
      rows: z.array(release).describe('Releases that the server keeps.'),
      keep: z.int().describe('Number of releases to keep.'),
    }),
    errors: { 404: 'This is a preview server, which keeps no releases.' },
  },
  rollBack: {
    call: 'POST /api/v1/releases/:release/rollback',
    access: 'administrator',
    summary: 'Restore a release. Every process serves it within a second, without downtime.',
    errors: {
      404: 'The release doesn’t exist.',
      409: 'The release can’t be served, or a build is running. See `message`.',
    },
  },
} as const satisfies Record<string, Endpoint>;

export type ReleaseRow = z.infer<typeof release>;
