import type { ParsedDoc } from '../../content/documents/parsed-doc.ts';
import type { Site } from '../../model/site.ts';
import type { BuildCache } from './build-cache.ts';

const NAME = 'parsed-docs';

interface Stored {
  code: string;
  docs: Record<string, ParsedDoc>;
}

/** Parsed documents by the hash of their bytes. */
export type ParsedDocs = Map<string, ParsedDoc>;

/** Loads the parsed documents of the last build. `code` is the key of the parser. */
export function loadParsedDocs(cache: BuildCache, code: string): ParsedDocs {
  const record: Partial<Stored> = JSON.parse(cache.readMetadata(NAME) ?? '{}');
  return new Map(record.code === code ? Object.entries(record.docs ?? {}) : []);
}

/** Stores the parsed documents that the site still has. */
export function storeParsedDocs(cache: BuildCache, code: string, docs: ParsedDocs, site: Site): void {
  const docsOfSite = site.docs.flatMap(({ hash }) => {
    const parsedDoc = docs.get(hash);
    return parsedDoc ? [[hash, parsedDoc] as const] : [];
  });
  const record: Stored = { code, docs: Object.fromEntries(docsOfSite) };
  cache.storeMetadata(NAME, JSON.stringify(record));
}
