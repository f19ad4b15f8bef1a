import path from 'node:path';
import { z } from 'zod';
import { MANIFEST_FILE } from '../config/constants.ts';
import { readTextIfPresent } from '../shared/if-present.ts';
import { readJson } from '../shared/json.ts';
import { isServedType } from './content-types.ts';

/** Limit for strings, above any URL or file name that a build writes. */
const TEXT_MAX_LENGTH = 4_096;
/** A value of a Content-Security-Policy, with its quotes. */
const policyHash = z.string().regex(/^'sha256-[A-Za-z0-9+/]+={0,2}'$/);

const hexColor = z.string().regex(/^#[\da-f]{6}$/);

/**
 * A file that the server can send; it sends nothing else. The manifest is written last, by one rename, which publishes
 * the build. Files are named by their content, so one folder can contain several builds.
 */
const manifestEntry = z.strictObject({
  /** Canonical request path after one decoding, e.g. `/docs/Developer Info/x`. */
  url: z.string().startsWith('/').max(TEXT_MAX_LENGTH),
  /** Relative to the folder of the manifest. */
  file: z.string().max(TEXT_MAX_LENGTH),
  type: z.string().refine(isServedType, "isn't a content type of builds"),
  /** Pre-compressed variants: encoding → file. */
  encodings: z.partialRecord(z.enum(['br', 'gzip']), z.string()),
  /** SHA-256 of the identity file, base64url, 22 characters: the entity tag. */
  hash: z.string().regex(/^[\w-]{22}$/),
  bytes: z.int().nonnegative(),
  /**
   * `visitor`: the same for all, such as the script of the sign-in page. `public`: visitors can see it in their own
   * view. `administrator` or groups: any other reader gets 404.
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

/** Version of the manifest's shape. A server refuses versions that it doesn't know. */
export const MANIFEST_FORMAT = 6;

/** Limits of the lists: ten times those of the largest site measured. */
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
  /** Name of the site. */
  name: z.string().optional(),
  /** Base path of the site, with `/` at both ends. Other URLs in the manifest don't include it. */
  basePath: z.string().startsWith('/').endsWith('/'),
  entries: z.array(manifestEntry).max(MANIFEST_MAX.entries),
  /** Permanent redirects between pages of this site: old path → canonical path. */
  redirects: z
    .array(z.strictObject({ from: z.string().max(TEXT_MAX_LENGTH), to: z.string().max(TEXT_MAX_LENGTH) }))
    .max(MANIFEST_MAX.redirects),
  /** Values of Content-Security-Policy `script-src` for the inline scripts of the pages: `'sha256-…'`. */
  scriptHashes: z.array(policyHash).max(MANIFEST_MAX.scriptHashes),
  /** Values of Content-Security-Policy `style-src` for the inline styles of the pages. */
  styleHashes: z.array(policyHash).max(MANIFEST_MAX.styleHashes),
  /** Languages of the site, starting with the default one. */
  languages: z
    .array(
      z.strictObject({
        /** BCP 47. */
        tag: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
        /** Base path of the language's pages, with `/` at both ends. */
        path: z.string().startsWith('/').endsWith('/'),
        /** HTML with `{{next}}`, `{{error}}`, … for the server to fill in: name → file. */
        templates: z.record(z.string(), z.string()),
        /** Texts of the site, those of its features included, by name. A server has English for texts that are missing. */
        texts: z.record(z.string(), z.string()),
      }),
    )
    .min(1)
    .max(MANIFEST_MAX.languages),
  /**
   * Input for the pages that the server makes for each scope, relative to the folder of the manifest, if readers see
   * different pages. There is a renderer for each language. No URL serves these files.
   */
  views: z
    .strictObject({
      site: z.string(),
      renderers: z.array(z.string()).max(MANIFEST_MAX.languages),
      /** Articles with parts that only some readers can see, in all their variants. */
      articles: z.array(z.string()).default([]),
    })
    .optional(),
  /**
   * Audiences of the parts of pages (`<Audience>`), one for each part. A publication that shows one to more people asks
   * for confirmation. Undefined if there are none, and in releases of earlier versions.
   */
  parts: z
    .array(
      z.strictObject({
        url: z.string().startsWith('/').max(TEXT_MAX_LENGTH),
        audiences: z
          .array(z.union([z.enum(['public', 'reader']), z.array(z.string()).readonly()]))
          .max(10_000),
      }),
    )
    .max(MANIFEST_MAX.entries)
    .optional(),
  /** Origins of other servers that pages may call: for `connect-src` of the policy. */
  connect: z
    .array(z.string().regex(/^[^\s;,]+$/))
    .max(MANIFEST_MAX.connect)
    .optional(),
  /** Origins of servers that the pages of OpenAPI files send requests to. Undefined if there are none. */
  requestServers: z
    .array(z.string().regex(/^[^\s;,]+$/))
    .max(MANIFEST_MAX.connect)
    .optional(),
  /** Look of mails. Undefined for the engine's, and in releases of earlier versions. */
  brand: z
    .strictObject({
      accent: z.strictObject({ light: hexColor, dark: hexColor }).optional(),
      /** Picture in `entries`, in the size of mails. */
      logo: z
        .strictObject({
          url: z.string().startsWith('/').max(TEXT_MAX_LENGTH),
          width: z.int().min(1).max(1_000),
          height: z.int().min(1).max(1_000),
        })
        .optional(),
    })
    .optional(),
  /** Settings of public pages. Undefined if there are none. */
  publicPages: z.strictObject({ indexed: z.boolean() }).optional(),
  /** Groups that the site declares, from which administrators choose. */
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
  /** Search index, relative to the folder of the manifest. Undefined until the build has made it. */
  search: z.string().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestEntry = z.infer<typeof manifestEntry>;

/** Reads the manifest of the live release. Returns undefined if there is none, or if no build of ours wrote it. */
export function readLiveManifest(distDir: string): Manifest | undefined {
  return manifestSchema.safeParse(readJson(readTextIfPresent(path.join(distDir, MANIFEST_FILE)))).data;
}

/**
 * Reads the manifest without validating each entry, for the build that wrote it: validation takes several times as long
 * as reading.
 */
export function readLastManifest(distDir: string): Manifest | undefined {
  const manifest = readJson(readTextIfPresent(path.join(distDir, MANIFEST_FILE)));
  const { success } = manifestSchema.pick({ format: true }).strip().safeParse(manifest);
  return success ? (manifest as Manifest) : undefined;
}

/** Lists all files that a manifest names, relative to its folder. */
export function listManifestFiles(manifest: Manifest): string[] {
  const files = manifest.entries.flatMap((entry) => [entry.file, ...Object.values(entry.encodings)]);
  files.push(...manifest.languages.flatMap(({ templates }) => Object.values(templates)));
  if (manifest.search !== undefined) files.push(manifest.search);
  if (manifest.views !== undefined) {
    const { site, renderers, articles } = manifest.views;
    files.push(site, ...renderers, ...articles);
  }
  return files;
}
