import { z } from 'zod';
import { PUBLICATION_PARTS_URL, PUBLICATION_SWITCH_URL, PUBLICATIONS_URL } from '../urls.ts';
import { releaseOrigin } from './releases.ts';

/** Of what travels at a time, of a large file. */
export const PART_MAX_BYTES = 128 * 1024;

/** Of a release: ten times what 5,000 pages have. */
export const FILES_MAX = 500_000;
/** Of a file: of 13 GB at most. */
export const PARTS_MAX = 100_000;

/** Content files as builds name them: no other name gets into a dist folder. */
const fileName = /^(?:pages|data|assets|static)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;

const contentHash = z
  .string()
  .regex(/^[\w-]{22}$/)
  .describe('The first 22 characters of its SHA-256 in base64url.');
const bytes = (least: number) => z.int().min(least).describe('How many bytes it has.');

const file = z.strictObject({
  name: z.string().regex(fileName).describe('In the folder of the build.'),
  bytes: bytes(0),
  hash: contentHash,
  parts: z
    .array(z.strictObject({ bytes: bytes(1).max(PART_MAX_BYTES), hash: contentHash }))
    .max(PARTS_MAX)
    .optional()
    .describe('Of a large file: it travels in these, in this order.'),
});

export const publicationSchema = z.strictObject({
  protocol: z.int().describe('How releases are published.'),
  engine: z
    .string()
    .max(100)
    .describe('Version of the program that built it: the same as that of the server.'),
  format: z.int().describe('Of its manifest.'),
  audienceRules: z.int().describe('By which rules it was decided who sees what.'),
  /** As text: it is named by its hash, and read where it is needed. */
  manifest: z.string().describe('`manifest.json` of the build, as it is.'),
  siteJson: z.string().describe('`site.json` of the build, as it is.'),
  origin: releaseOrigin.describe('What it was built from.'),
  files: z.array(file).max(FILES_MAX).describe('Every file that the manifest names.'),
  droppedGroups: z
    .array(z.string().max(200))
    .max(100)
    .describe('Groups that the site no longer declares: what was for them may be for everybody now.'),
  widenedPages: z
    .int()
    .min(0)
    .optional()
    .describe(
      'How many pages and files the publisher means to make readable for more people than before. Needed, and exactly right, where there are any.',
    ),
});

export const begunSchema = z.object({
  publication: z.string().describe('Its id. The same release of the same token has the same one again.'),
  base: z.string().describe('The build that is served now: `switchToPublication` takes it.'),
  missing: z
    .array(z.tuple([z.int(), z.int()]))
    .describe('What is to be sent: index of the file, from 0, and number of its part, or 0.'),
});

const keptSchema = z.object({ kept: z.int().describe('How many parts.') });

export const switchSchema = z.strictObject({
  base: z.string().describe('What was served when the publication began.'),
});
export const switchedSchema = z.object({
  release: z.string().describe('Its name, as `listReleases` has it.'),
  pages: z.int().describe('How many it has.'),
});

export type Publication = z.infer<typeof publicationSchema>;
export type PublishedFile = z.infer<typeof file>;
export type BegunPublication = z.infer<typeof begunSchema>;
export type SwitchedPublication = z.infer<typeof switchedSchema>;

const failures = {
  401: 'The deploy token is not good, or not any more.',
  507: 'There is no room for it on the disk of the server.',
} as const;

/** What programs with a deploy token send. Each body is a file: JSON, or what is said of it. */
export const publicationOperations = {
  beginPublication: {
    path: PUBLICATIONS_URL,
    summary: 'Says what a release is made of, and answers what of it the server lacks.',
    body: publicationSchema,
    bodyIs: 'This JSON, compressed by Brotli; at most 16 MB.',
    answer: begunSchema,
    errors: {
      400: 'It does not fit: the message says why.',
      409: 'It was built by another version, it drops groups or widens audiences and does not say so, it brings the first renderer, several are on their way, or the folder of releases cannot be written: the message says what to do.',
      413: 'The release has more than `PUBLISH_MAX_MB`.',
      ...failures,
    },
  },
  sendParts: {
    path: PUBLICATION_PARTS_URL,
    summary: 'Sends parts that the server lacks. What has come stays for a day.',
    bodyIs:
      'Compressed by Brotli: the length of a list, in four bytes, the highest first; the list in JSON, `[file, part, bytes]` for each part; then the bytes of all of them.',
    answer: keptSchema,
    errors: {
      400: 'A part is not what was announced.',
      404: 'There is no such publication any more: begin it again.',
      ...failures,
    },
  },
  switchToPublication: {
    path: PUBLICATION_SWITCH_URL,
    summary: 'Serves the release, which must be there whole. Every process does within a second.',
    body: switchSchema,
    bodyIs: 'This JSON.',
    answer: switchedSchema,
    errors: {
      400: 'It does not fit.',
      409: 'Something is missing, something else was published meanwhile, or is being published: the message says which.',
      422: 'The server could not serve it: the message says why.',
      ...failures,
    },
  },
} as const satisfies Record<string, PublicationOperation>;

export interface PublicationOperation {
  path: string;
  summary: string;
  /** What its body is read as, where that is JSON. */
  body?: z.ZodType;
  bodyIs: string;
  answer: z.ZodType;
  errors: Readonly<Record<number, string>>;
}
