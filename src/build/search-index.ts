import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Doc, Site } from '../content/site.ts';
import { buildPages, updateIndex } from '../search/build-index.ts';
import type { IndexPage } from '../search/index-pages.ts';
import { indexPages } from '../search/records.ts';
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

const FOLDER = 'data';
const indexName = /^search\.[0-9a-f]{16}\.db$/;

/**
 * Writes the search index of a release, named by what it is made from; one that is there already is taken, and of
 * the last one what has not changed. Returns its name relative to the dist folder.
 */
export function writeSearchIndex({ site, articles, cache, distDir, version }: SearchIndexParts): string {
  const pages = indexPages(site, (doc) => articleSource(doc, articles, cache), version);
  const name = `${FOLDER}/search.${nameHash(pages.map(({ key }) => key).join())}.db`;
  const file = path.join(distDir, name);
  if (!existsSync(file) && !updateLast(distDir, pages, file)) buildPages(pages, file);
  return name;
}

function articleSource({ file }: Doc, articles: ReadonlyMap<string, StoredArticle>, cache: BuildCache) {
  const stored = articles.get(file);
  if (!stored) return undefined;
  const { bodyHash, summary } = stored;
  return {
    version: JSON.stringify([bodyHash, summary.headings]),
    read: () => ({ ...summary, ...cache.articleBody(file) }),
  };
}

function updateLast(distDir: string, pages: readonly IndexPage[], file: string): boolean {
  const last = lastIndex(path.join(distDir, FOLDER));
  if (last === undefined) return false;
  try {
    return updateIndex(last, pages, file);
  } catch {
    // Damaged, or of another program: it is made anew.
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
