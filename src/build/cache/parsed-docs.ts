import type { ParsedDoc } from '../../content/parsed-doc.ts';
import type { Site } from '../../model/site.ts';
import type { BuildCache } from './build-cache.ts';

const NAME = 'parsed-docs';

interface Stored {
  code: string;
  docs: Record<string, ParsedDoc>;
}

/** What documents say by themselves, by hash of their bytes, as far as the last build knew. `code`: key of the parser. */
export function loadParsedDocs(cache: BuildCache, code: string): ParsedDocs {
  const text = cache.metadata(NAME);
  if (text === undefined) return new ParsedDocs([]);
  const stored: Stored = JSON.parse(text);
  return new ParsedDocs(stored.code === code ? Object.entries(stored.docs) : []);
}

/** Keeps those of the site's documents, if there is a new one. */
export function storeParsedDocs(cache: BuildCache, code: string, docs: ParsedDocs, site: Site): void {
  if (!docs.grown) return;
  const kept = site.docs.flatMap(({ hash }) => {
    const parsed = docs.get(hash);
    return parsed ? [[hash, parsed] as const] : [];
  });
  const stored: Stored = { code, docs: Object.fromEntries(kept) };
  cache.storeMetadata(NAME, JSON.stringify(stored));
}

export class ParsedDocs extends Map<string, ParsedDoc> {
  /** Something was added that the cache does not have. */
  grown = false;

  override set(hash: string, parsed: ParsedDoc): this {
    if (!this.has(hash)) this.grown = true;
    return super.set(hash, parsed);
  }
}
