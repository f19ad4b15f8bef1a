import type { ParsedDoc } from '../../content/parsed-doc.ts';
import type { Site } from '../../model/site.ts';
import type { BuildCache } from './build-cache.ts';

const NAME = 'parsed-docs';

interface Stored {
  code: string;
  docs: Record<string, ParsedDoc>;
}

/** What documents say by themselves, by hash of their bytes. */
export type ParsedDocs = Map<string, ParsedDoc>;

/** As far as the last build knew. `code`: key of the parser. */
export function loadParsedDocs(cache: BuildCache, code: string): ParsedDocs {
  const stored: Partial<Stored> = JSON.parse(cache.metadata(NAME) ?? '{}');
  return new Map(stored.code === code ? Object.entries(stored.docs ?? {}) : []);
}

/** Keeps those of the site's documents. */
export function storeParsedDocs(cache: BuildCache, code: string, docs: ParsedDocs, site: Site): void {
  const kept = site.docs.flatMap(({ hash }) => {
    const parsed = docs.get(hash);
    return parsed ? [[hash, parsed] as const] : [];
  });
  const stored: Stored = { code, docs: Object.fromEntries(kept) };
  cache.storeMetadata(NAME, JSON.stringify(stored));
}
