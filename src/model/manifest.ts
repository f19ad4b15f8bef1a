import path from 'node:path';
import { z } from 'zod';
import { MANIFEST_FILE } from '../config/constants.ts';
import { textIfPresent } from '../shared/if-present.ts';
import { readJson } from '../shared/json.ts';
import { isServedType } from './content-types.ts';

/** Longer than any address or name that a build writes. */
const TEXT_MAX_LENGTH = 4_096;
/** A value of a Content-Security-Policy, with its quotes. */
const policyHash = z.string().regex(/^'sha256-[A-Za-z0-9+/]+={0,2}'$/);

/**
 * What the server may answer, and nothing else. Written last, by one rename: a build is published by its
 * manifest. Files are named by their content, so two builds can lie in one folder.
 */
const manifestEntry = z.strictObject({
  /** Canonical request path after one decoding, e.g. `/docs/Developer Info/x`. */
  url: z.string().startsWith('/').max(TEXT_MAX_LENGTH),
  /** Relative to the folder of the manifest. */
  file: z.string().max(TEXT_MAX_LENGTH),
  type: z.string().refine(isServedType, 'is no content type that builds give'),
  /** Pre-compressed variants: encoding → file. */
  encodings: z.partialRecord(z.enum(['br', 'gzip']), z.string()),
  /** SHA-256 of the identity file, base64url, 22 characters: the entity tag. */
  hash: z.string().regex(/^[\w-]{22}$/),
  bytes: z.int().nonnegative(),
  /**
   * `visitor`: the same for everybody, such as the sign-in page's script. `public`: visitors see it too, in their own
   * view. `administrator`, or groups: for every other reader there is nothing at this address.
   */
  audience: z
    .union([z.enum(['visitor', 'public', 'reader', 'administrator']), z.array(z.string()).readonly()])
    .default('reader'),
  /** `page`: HTML, never stored. `data`: revalidated by ETag. `immutable`: content-free, hashed name. */
  cache: z.enum(['page', 'data', 'immutable']),
  /** 404 for the not-found page. */
  status: z
    .int()
    .refine((status): boolean => status === 200 || status === 404)
    .default(200),
});

/** Changes when the manifest's shape does; a server refuses one that it does not know. */
export const MANIFEST_FORMAT = 6;

/** How long its lists may be: ten times what the largest site that was measured has. */
export const MANIFEST_MAX = {
  entries: 1_000_000,
  redirects: 200_000,
  scriptHashes: 1_000,
  styleHashes: 1_000,
  languages: 100,
  connect: 1_000,
  groups: 10_000,
} as const;

export const manifestSchema = z.strictObject({
  format: z.literal(MANIFEST_FORMAT),
  /** Identifies the build; the same input gives the same id. */
  build: z.string().regex(/^[ -~]{1,100}$/),
  /** Of the site. */
  name: z.string().optional(),
  /** Where the site lies: `/` at both its ends. No other address in here has it. */
  basePath: z.string().startsWith('/').endsWith('/'),
  entries: z.array(manifestEntry).max(MANIFEST_MAX.entries),
  /** Permanent redirects between pages of this site: old path → canonical path. */
  redirects: z
    .array(z.strictObject({ from: z.string().max(TEXT_MAX_LENGTH), to: z.string().max(TEXT_MAX_LENGTH) }))
    .max(MANIFEST_MAX.redirects),
  /** Values of Content-Security-Policy `script-src` for the inline scripts of the pages: `'sha256-…'`. */
  scriptHashes: z.array(policyHash).max(MANIFEST_MAX.scriptHashes),
  /** The same of `style-src` for the inline styles. */
  styleHashes: z.array(policyHash).max(MANIFEST_MAX.styleHashes),
  /** Every language of the site, its own first. */
  languages: z
    .array(
      z.strictObject({
        /** BCP 47. */
        tag: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
        /** Where its pages lie: `/` at both its ends. */
        path: z.string().startsWith('/').endsWith('/'),
        /** HTML with `{{next}}`, `{{error}}`, … for the server to fill in: name → file. */
        templates: z.record(z.string(), z.string()),
        /** The site's own texts, by their names in `config/messages/en.json`; English where it has none. */
        texts: z.record(z.string(), z.string()),
      }),
    )
    .min(1)
    .max(MANIFEST_MAX.languages),
  /**
   * Where not all readers see the same: what the server makes the pages of each of them from, relative to the folder of
   * the manifest; a renderer for each language. None has an address.
   */
  views: z
    .strictObject({
      site: z.string(),
      renderers: z.array(z.string()).max(MANIFEST_MAX.languages),
      /** Articles of which not everybody sees each part, in each way that somebody may see them. */
      articles: z.array(z.string()).default([]),
    })
    .optional(),
  /** Origins of other servers that pages may call: for `connect-src` of the policy. */
  connect: z
    .array(z.string().regex(/^[^\s;,]+$/))
    .max(MANIFEST_MAX.connect)
    .optional(),
  /** There are public pages. */
  publicPages: z.strictObject({ indexed: z.boolean() }).optional(),
  /** Groups that the site declares: what administrators may choose from. */
  groups: z
    .array(
      z.strictObject({
        name: z.string(),
        label: z.string(),
        description: z.string(),
        claims: z.array(z.string()),
      }),
    )
    .max(MANIFEST_MAX.groups)
    .optional(),
  /** Search index, relative to the folder of the manifest; absent until the build makes one. */
  search: z.string().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestEntry = z.infer<typeof manifestEntry>;

/** The manifest of the release that is served; undefined where there is none or it is not one of ours. */
export function readManifest(distDir: string): Manifest | undefined {
  return manifestSchema.safeParse(readJson(textIfPresent(path.join(distDir, MANIFEST_FILE)))).data;
}

/**
 * The same where a build of this program is at work, which wrote each entry: to look at all of them again takes several
 * times as long as to read them.
 */
export function readLastManifest(distDir: string): Manifest | undefined {
  const manifest = readJson(textIfPresent(path.join(distDir, MANIFEST_FILE)));
  const { success } = manifestSchema.pick({ format: true }).strip().safeParse(manifest);
  return success ? (manifest as Manifest) : undefined;
}

/** Every file that a manifest names, relative to its folder. */
export function manifestFiles(manifest: Manifest): string[] {
  const files = manifest.entries.flatMap((entry) => [entry.file, ...Object.values(entry.encodings)]);
  files.push(...manifest.languages.flatMap(({ templates }) => Object.values(templates)));
  if (manifest.search !== undefined) files.push(manifest.search);
  if (manifest.views !== undefined) {
    const { site, renderers, articles } = manifest.views;
    files.push(site, ...renderers, ...articles);
  }
  return files;
}
