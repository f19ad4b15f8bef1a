import type { Group } from '../../config/audience.ts';
import type { SiteTexts } from '../../config/texts.ts';
import type { Manifest, ManifestEntry } from '../../model/manifest.ts';
import type { InlineHashes } from '../http/security-headers.ts';
import type { Encoding } from './accept-encoding.ts';
import type { Templates } from './slots.ts';
import type { ReleaseViews } from './views.ts';

/** An entry's bytes in one encoding. */
export interface Variant {
  /** Absolute path. The name contains a hash of the content, so a file never changes under its name. */
  file: string;
  bytes: number;
  /** The bytes themselves, if they were rendered for a scope and there is no file. */
  body?: Buffer;
}

/** A page or file of the release. */
export interface Entry
  extends Pick<ManifestEntry, 'url' | 'type' | 'hash' | 'audience' | 'cache' | 'status'> {
  /** The entry as visitors see it. Browsers and shared caches may store it. */
  isOpen?: true;
  variants: Readonly<Partial<Record<Encoding, Variant>> & { identity: Variant }>;
}

/** An entry whose bytes are created on request, as in the preview for authors. */
export interface LazyEntry extends Pick<Entry, 'url' | 'audience' | 'cache' | 'status'> {
  make(): Entry | Promise<Entry>;
}

export function resolveEntry(entry: Entry | LazyEntry): Entry | Promise<Entry> {
  return 'make' in entry ? entry.make() : entry;
}

/** A published build, checked and ready to serve. It never changes: a new build is a new release. */
export interface Release {
  /** Id of the build. */
  build: string;
  siteName?: string | undefined;
  /** Look of mails. Undefined for the engine's. */
  brand?: Manifest['brand'];
  /** Path of the site on its host. The paths in `entries` and `redirects` don't include it. */
  basePath: string;
  entries: ReadonlyMap<string, Entry | LazyEntry>;
  /** Old path → canonical path. */
  redirects: ReadonlyMap<string, string>;
  /** BCP 47 tag of the language. */
  tag: string;
  /** Path of the language's pages, such as `/` or `/es/`. */
  path: string;
  /** Pages to fill in, in that language. */
  templates: Templates;
  /** Interface texts in that language. */
  texts: SiteTexts;
  /** This release in each of its languages, the default language first. */
  languages: readonly Release[];
  /** Groups that the site declares. */
  groups: readonly Group[];
  /** Origins of the servers that Try it may call. */
  requestServers: readonly string[];
  /** Hashes of inline scripts and styles, for pages with their own content security policy. */
  inline: InlineHashes;
  /** Headers that every answer has. */
  securityHeaders: Readonly<Record<string, string>>;
  /** Set if the site has pages that visitors may read. */
  publicPages?: Manifest['publicPages'];
  /** Views for each audience. Undefined if the site looks the same to all readers. */
  views?: ReleaseViews | undefined;
  /** Absolute path of the search index. Undefined if the build has none. */
  search?: string | undefined;
}

type Language = Pick<Release, 'tag' | 'path' | 'templates' | 'texts'>;

/** Creates a release in each of these languages and returns it in the first one. */
export function createRelease(
  languageParts: readonly Language[],
  shared: Omit<Release, keyof Language | 'languages'>,
): Release {
  const languages: Release[] = [];
  for (const language of languageParts) languages.push({ ...shared, ...language, languages });
  const [main] = languages;
  if (main === undefined) throw new Error('A release must have at least one language.');
  return main;
}
