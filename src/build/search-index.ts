import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../content/site.ts';
import type { Article } from '../markdown/article.ts';
import { buildIndex } from '../search/build-index.ts';
import { recordsOf } from '../search/records.ts';
import type { BuildCache, StoredArticle } from './cache/build-cache.ts';
import { nameHash } from './hashing.ts';

export interface SearchIndexParts {
  site: Site;
  /** By file of the document. */
  articles: ReadonlyMap<string, StoredArticle>;
  cache: BuildCache;
  distDir: string;
  /** Of the code that makes records and index. */
  version: string;
}

/**
 * Writes the search index of a release, named by what it is made from; one that is there already is taken.
 * Returns its name relative to the dist folder.
 */
export function writeSearchIndex({ site, articles, cache, distDir, version }: SearchIndexParts): string {
  const { docs, categories, sidebars, pages } = site;
  const contents = [...articles]
    .map(([file, { bodyHash, summary }]) => ({ file, bodyHash, headings: summary.headings }))
    // Articles come in the order in which they were compiled.
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const name = `data/search.${nameHash(JSON.stringify([version, docs, categories, sidebars, pages, contents]))}.db`;
  const file = path.join(distDir, name);
  if (!existsSync(file)) buildIndex(recordsOf(site, articlesById(site, articles, cache)), file);
  return name;
}

function articlesById(
  { docs }: Site,
  articles: ReadonlyMap<string, StoredArticle>,
  cache: BuildCache,
): Map<string, Article> {
  const byId = new Map<string, Article>();
  for (const doc of docs) {
    const stored = articles.get(doc.file);
    if (stored && !doc.unlisted) byId.set(doc.id, { ...stored.summary, ...cache.articleBody(doc.file) });
  }
  return byId;
}
