import { z } from 'zod';
import { time } from '../../../model/api/account.ts';
import type { Endpoint } from '../../../model/api/endpoint.ts';
import { pageChanges, releaseOrigin } from '../../../model/api/releases.ts';

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
export const releaseEndpoints = {
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
