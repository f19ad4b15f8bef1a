import type { Group } from '../../config/audience.ts';
import type { Texts } from '../../config/texts.ts';
import type { Manifest, ManifestEntry } from '../../model/manifest.ts';
import type { InlineHashes } from '../http/security-headers.ts';
import type { Encoding } from './accept-encoding.ts';
import type { Templates } from './slots.ts';
import type { ReleaseViews } from './views.ts';

/** One form of an entry's bytes. */
export interface Variant {
  /** Absolute. Named by its content: the same name never holds other bytes. */
  file: string;
  bytes: number;
  /** Made for a scope: it is in no file. */
  body?: Buffer;
}

export interface Entry
  extends Pick<ManifestEntry, 'url' | 'type' | 'hash' | 'audience' | 'cache' | 'status'> {
  /** As visitors see it: they, and whoever keeps copies for many, may keep it. */
  isOpen?: true;
  variants: Readonly<Partial<Record<Encoding, Variant>> & { identity: Variant }>;
}

/** An entry whose bytes are made when they are asked for, as in the writing preview. */
export interface LazyEntry extends Pick<Entry, 'url' | 'audience' | 'cache' | 'status'> {
  make(): Entry | Promise<Entry>;
}

export function madeEntry(entry: Entry | LazyEntry): Entry | Promise<Entry> {
  return 'make' in entry ? entry.make() : entry;
}

/** A published build, checked and ready to be answered from. Never changes: a new build is a new release. */
export interface Release {
  build: string;
  /** Of the site. */
  siteName?: string | undefined;
  /** Where the site lies; none of its other addresses has it. */
  basePath: string;
  entries: ReadonlyMap<string, Entry | LazyEntry>;
  /** Old path → canonical path. */
  redirects: ReadonlyMap<string, string>;
  /** BCP 47: what is read here. */
  tag: string;
  /** Where the pages of that language lie. */
  path: string;
  /** In that language. */
  templates: Templates;
  /** The words of this site. */
  texts: Texts;
  /** This release in each of its languages, the site's own first. */
  languages: readonly Release[];
  /** Those that the site declares. */
  groups: readonly Group[];
  /** For the policy of a page that has one of its own. */
  inline: InlineHashes;
  /** Go out with every answer. */
  securityHeaders: Readonly<Record<string, string>>;
  /** There are pages that visitors read. */
  publicPages?: Manifest['publicPages'];
  /** How it looks to each reader; absent where it looks the same to all. */
  views?: ReleaseViews | undefined;
  /** Absolute file of the search index; absent when the build made none. */
  search?: string | undefined;
}

type Language = Pick<Release, 'tag' | 'path' | 'templates' | 'texts'>;

/** In the first of these languages. */
export function releaseIn(
  words: readonly Language[],
  shared: Omit<Release, keyof Language | 'languages'>,
): Release {
  const languages: Release[] = [];
  for (const language of words) languages.push({ ...shared, ...language, languages });
  const [main] = languages;
  if (main === undefined) throw new Error('A release has at least one language.');
  return main;
}
