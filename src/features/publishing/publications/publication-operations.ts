import { z } from 'zod';
import type { DeployOperation } from '../../../model/api/deploy-operation.ts';
import { releaseOrigin } from '../../../model/api/releases.ts';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../../../model/urls.ts';

/** Size of a part. Larger files are sent in several parts. */
export const PART_MAX_BYTES = 128 * 1024;

/** Files of a release: ten times as many as 5,000 pages have. */
export const FILES_MAX = 500_000;
/** Parts of a file, which therefore has at most 13 GB. */
export const PARTS_MAX = 100_000;

/** Content files as builds name them. No other name may get into a dist folder. */
const fileName = /^(?:pages|data|assets|static)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;

const contentHash = z
  .string()
  .regex(/^[\w-]{22}$/)
  .describe('First 22 characters of the SHA-256 in base64url.');
const describeBytes = (minBytes: number) => z.int().min(minBytes).describe('Size in bytes.');

const file = z.strictObject({
  name: z.string().regex(fileName).describe('Path in the build folder.'),
  bytes: describeBytes(0),
  hash: contentHash,
  parts: z
    .array(z.strictObject({ bytes: describeBytes(1).max(PART_MAX_BYTES), hash: contentHash }))
    .max(PARTS_MAX)
    .optional()
    .describe('Parts of a large file, in order.'),
});

export const publicationSchema = z.strictObject({
  protocol: z.int().describe('Version of the publishing protocol.'),
  engine: z
    .string()
    .max(100)
    .describe('Version of Gatehouse that built the release. Must be the same as the server’s.'),
  format: z.int().describe('Version of the manifest format.'),
  audienceRules: z.int().describe('Version of the rules that decide who sees which pages.'),
  /** The manifest is sent as text because the hash of the text names it. It is parsed where it is needed. */
  manifest: z.string().describe('Content of the build’s `manifest.json`.'),
  siteJson: z.string().describe('Content of the build’s `site.json`.'),
  origin: releaseOrigin.describe('Origin of the release.'),
  files: z.array(file).max(FILES_MAX).describe('All files that the manifest names.'),
  droppedGroups: z
    .array(z.string().max(200))
    .max(100)
    .describe(
      'Groups that the site no longer declares. Pages that were limited to them may now be visible to all readers.',
    ),
  widenedPages: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Number of pages and files that more people can read than before. Required if there are any, and must be exact.',
    ),
});

export const begunSchema = z.object({
  publication: z
    .string()
    .describe('Id of the publication. The same release and token get the same id again.'),
  base: z.string().describe('The build that is live now. Pass it to `switchToPublication`.'),
  missing: z
    .array(z.tuple([z.int(), z.int()]))
    .describe('Parts to send: index of the file, starting at 0, and number of the part, or 0.'),
});

const keptSchema = z.object({ kept: z.int().describe('Number of parts stored.') });

export const switchSchema = z.strictObject({
  base: z.string().describe('The build that was live when the publication began.'),
});
export const switchedSchema = z.object({
  release: z.string().describe('Name of the release, as in `listReleases`.'),
  pages: z.int().describe('Number of pages.'),
});

export type Publication = z.infer<typeof publicationSchema>;
export type PublishedFile = z.infer<typeof file>;
export type BegunPublication = z.infer<typeof begunSchema>;
export type SwitchedPublication = z.infer<typeof switchedSchema>;

const failures = {
  401: 'The deploy token is invalid or has expired.',
  507: 'The server’s disk is full.',
} as const;

/** The requests of a publisher, authorised by a deploy token. Each body is a file, described by `bodyIs`. */
export const publicationOperations = {
  beginPublication: {
    path: PUBLICATIONS_URL,
    summary: 'Begin a publication. Sends the list of files and returns the parts that the server is missing.',
    body: publicationSchema,
    bodyIs: 'This JSON, compressed with Brotli. At most 16 MB.',
    answer: begunSchema,
    errors: {
      400: 'The request is invalid. See `message`.',
      409: 'The release can’t be published. It was built with another version, drops groups or widens audiences without stating it, or contains the first renderer; or too many publications are running, or the releases folder can’t be written. See `message` for what to do.',
      413: 'The release is larger than `PUBLISH_MAX_MB`.',
      ...failures,
    },
  },
  sendParts: {
    path: PUBLICATION_PARTS_URL,
    summary: 'Send missing parts. The server keeps them for a day.',
    bodyIs:
      'Compressed with Brotli: the length of a list in four bytes, big-endian; the list as JSON, `[file, part, bytes]` for each part; then the bytes of all parts.',
    answer: keptSchema,
    errors: {
      400: 'A part differs from what the publication announced.',
      404: 'The publication no longer exists. Begin it again.',
      ...failures,
    },
  },
  switchToPublication: {
    path: PUBLICATION_SWITCH_URL,
    summary: 'Make the release live. Send all its parts first. Every process serves it within a second.',
    body: switchSchema,
    bodyIs: 'This JSON.',
    answer: switchedSchema,
    errors: {
      400: 'The request is invalid.',
      409: 'Parts are missing, another release was published in the meantime, or another publication is running. See `message`.',
      422: 'The server can’t serve the release. See `message`.',
      ...failures,
    },
  },
} as const satisfies Record<string, DeployOperation>;
