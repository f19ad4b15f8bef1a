import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { buildFullVariant, type VariantKey } from '../../model/parts.ts';
import type { Doc, Site } from '../../model/site.ts';
import { buildIndex, updateIndex } from '../../search/index/build-index.ts';
import { type IndexPage, indexPages } from '../../search/index/site-pages.ts';
import type { ArticleSummary, BuildCache, StoredArticle } from '../cache/build-cache.ts';
import { nameHash } from '../hashing.ts';

export interface IndexParts {
  /** All that the site is read in; one index has them all. */
  languages: readonly IndexedLanguage[];
  distDir: string;
  synonyms: readonly SynonymRule[];
  /** Key of the code that makes records and index. */
  code: string;
}

interface IndexedLanguage {
  site: Site;
  /** By file of the document. */
  articles: ReadonlyMap<string, IndexedArticle>;
  cache: BuildCache;
}

/** Everything of an article that the index is made from, but for its text. */
export interface IndexedArticle extends Pick<StoredArticle, 'bodyHash'> {
  summary: Pick<ArticleSummary, 'headings' | 'parts'>;
}

const FOLDER = 'data';
const indexName = /^search\.[0-9a-f]{16}\.db$/;

/**
 * Writes the search index of a release, named by what it is made from; one that is there already is taken, and of
 * the last one what has not changed. Returns its name relative to the dist folder.
 */
export function writeSearchIndex(parts: IndexParts): string {
  const { name, pages, isReady } = findSearchIndex(parts);
  if (!isReady) buildIndex(pages, path.join(parts.distDir, name), parts.synonyms);
  return name;
}

/** The same as far as it takes little time: `isReady` says whether the index is there now. */
export function findSearchIndex(parts: IndexParts): { name: string; pages: IndexPage[]; isReady: boolean } {
  const { languages, code, distDir, synonyms } = parts;
  const pages = languages.flatMap(({ site, articles, cache }) =>
    indexPages(site, (doc) => articleSources(doc, articles, cache), code),
  );
  const madeFrom = [...pages.map(({ key }) => key), JSON.stringify(synonyms)];
  const name = `${FOLDER}/search.${nameHash(madeFrom.join())}.db`;
  const file = path.join(distDir, name);
  return { name, pages, isReady: existsSync(file) || updateLast(pages, file, synonyms) };
}

/** What the index takes of a document, as the whole and as whoever sees less sees it; read when it is needed. */
export function articleSources(
  { file }: Pick<Doc, 'file'>,
  articles: IndexedLanguage['articles'],
  cache: BuildCache,
) {
  const stored = articles.get(file);
  if (!stored) return [];
  const { bodyHash, summary } = stored;
  const { headings, parts } = summary;
  const version = JSON.stringify([bodyHash, headings]);
  const whole = { version, read: () => ({ headings, blocks: cache.articleBody(file).blocks }) };
  if (!parts) return [whole];
  const { audiences } = parts;
  const variant = (shown: VariantKey) => {
    const read = () => cache.articleBody(file).variants?.[shown] ?? { headings: [], blocks: [] };
    return { version, read, seen: { audiences, shown } };
  };
  return [
    { ...whole, seen: { audiences, shown: buildFullVariant(audiences) } },
    ...Object.keys(parts.variants).map(variant),
  ];
}

function updateLast(pages: readonly IndexPage[], file: string, synonyms: readonly SynonymRule[]): boolean {
  const last = lastIndex(path.dirname(file));
  if (last === undefined) return false;
  try {
    return updateIndex(last, pages, file, synonyms);
  } catch {
    // Damaged, or of another program: it is made again.
    return false;
  }
}

function lastIndex(folder: string): string | undefined {
  const files = readdirSync(folder)
    .filter((name) => indexName.test(name))
    .map((name) => path.join(folder, name));
  const [last] = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  return last;
}
