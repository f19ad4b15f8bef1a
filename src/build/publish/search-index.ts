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
  /** All languages of the site. They share one index. */
  languages: readonly IndexedLanguage[];
  distDir: string;
  synonyms: readonly SynonymRule[];
  /** Key of the code that makes records and index. */
  code: string;
}

interface IndexedLanguage {
  site: Site;
  /** Articles by the file of their document. */
  articles: ReadonlyMap<string, IndexedArticle>;
  cache: BuildCache;
}

/** The part of an article that the index depends on, except for its text. */
export interface IndexedArticle extends Pick<StoredArticle, 'bodyHash'> {
  summary: Pick<ArticleSummary, 'headings' | 'parts'>;
}

const FOLDER = 'data';
const indexName = /^search\.[0-9a-f]{16}\.db$/;

/**
 * Writes the search index of a release. Its name is derived from its inputs, so an existing index is reused, and
 * unchanged parts of the last one are, too. Returns its path relative to the dist folder.
 */
export function writeSearchIndex(parts: IndexParts): string {
  const { name, pages, isReady } = findSearchIndex(parts);
  if (!isReady) buildIndex(pages, path.join(parts.distDir, name), parts.synonyms);
  return name;
}

/** Does the quick part of `writeSearchIndex`: `isReady` says whether the index exists now. */
export function findSearchIndex(parts: IndexParts): { name: string; pages: IndexPage[]; isReady: boolean } {
  const { languages, code, distDir, synonyms } = parts;
  const pages = languages.flatMap(({ site, articles, cache }) =>
    indexPages(site, (doc) => listArticleSources(doc, articles, cache), code),
  );
  const madeFrom = [...pages.map(({ key }) => key), JSON.stringify(synonyms)];
  const name = `${FOLDER}/search.${nameHash(madeFrom.join())}.db`;
  const file = path.join(distDir, name);
  return { name, pages, isReady: existsSync(file) || updateLastIndex(pages, file, synonyms) };
}

/**
 * Versions of a document for the index: the whole document, and one for each group of readers who see only parts of
 * it. They are read when needed.
 */
export function listArticleSources(
  { file }: Pick<Doc, 'file'>,
  articles: IndexedLanguage['articles'],
  cache: BuildCache,
) {
  const article = articles.get(file);
  if (!article) return [];
  const { bodyHash, summary } = article;
  const { headings, parts } = summary;
  const version = JSON.stringify([bodyHash, headings]);
  const wholeArticle = { version, read: () => ({ headings, blocks: cache.articleBody(file).blocks }) };
  if (!parts) return [wholeArticle];
  const { audiences } = parts;
  const toVariantSource = (variantKey: VariantKey) => {
    const read = () => cache.articleBody(file).variants?.[variantKey] ?? { headings: [], blocks: [] };
    return { version, read, seen: { audiences, shown: variantKey } };
  };
  return [
    { ...wholeArticle, seen: { audiences, shown: buildFullVariant(audiences) } },
    ...Object.keys(parts.variants).map(toVariantSource),
  ];
}

function updateLastIndex(
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[],
): boolean {
  const last = findLastIndex(path.dirname(file));
  if (last === undefined) return false;
  try {
    return updateIndex(last, pages, file, synonyms);
  } catch {
    // Damaged, or written by another version of the program: it is built again.
    return false;
  }
}

function findLastIndex(folder: string): string | undefined {
  const files = readdirSync(folder)
    .filter((name) => indexName.test(name))
    .map((name) => path.join(folder, name));
  const [last] = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  return last;
}
