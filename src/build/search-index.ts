import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SynonymRule } from '../config/synonym-rules.ts';
import type { Doc, Site } from '../model/site.ts';
import { buildIndex, updateIndex } from '../search/index/build-index.ts';
import { type IndexPage, indexPages } from '../search/index/site-pages.ts';
import {
  type ArticleSummary,
  type BuildCache,
  DamagedCache,
  type StoredArticle,
} from './cache/build-cache.ts';
import { nameHash } from './hashing.ts';
import type { SearchIndexJob } from './search-index-worker.ts';
import { runJobs } from './work/pool.ts';

export interface SearchIndexParts {
  site: Site;
  /** By file of the document. */
  articles: ReadonlyMap<string, IndexedArticle>;
  cache: BuildCache;
  distDir: string;
  synonyms: readonly SynonymRule[];
  /** Of the code that makes records and index. */
  version: string;
}

/** Everything of an article that the index is made from, but for its text. */
export interface IndexedArticle extends Pick<StoredArticle, 'bodyHash'> {
  summary: Pick<ArticleSummary, 'headings'>;
}

const FOLDER = 'data';
const indexName = /^search\.[0-9a-f]{16}\.db$/;

/**
 * Writes the search index of a release, named by what it is made from; one that is there already is taken, and of
 * the last one what has not changed. Returns its name relative to the dist folder.
 */
export function writeSearchIndex(parts: SearchIndexParts): string {
  const pages = pagesOf(parts);
  const { name, file } = indexOf(pages, parts);
  if (!isReady(pages, file, parts)) buildIndex(pages, file, parts.synonyms);
  return name;
}

/** The same; an index that must be built from nothing comes from a thread of its own. */
export async function writeSearchIndexAside(parts: SearchIndexParts): Promise<string> {
  const pages = pagesOf(parts);
  const { name, file } = indexOf(pages, parts);
  if (!isReady(pages, file, parts)) await buildAside(parts);
  return name;
}

async function buildAside({ articles, cache, ...parts }: SearchIndexParts): Promise<void> {
  // An article's summary has more than the index needs, and would be copied to the thread.
  const used = [...articles].map(
    ([file, { bodyHash, summary }]) => [file, { bodyHash, summary: { headings: summary.headings } }] as const,
  );
  const job: SearchIndexJob = { ...parts, articles: new Map(used), cacheFile: cache.file };
  const script = new URL('./search-index-worker.ts', import.meta.url);
  try {
    await runJobs({ script, setup: undefined, size: 1 }, [job], 1, () => {});
  } catch (error) {
    // On the way between threads an error loses its class.
    if (error instanceof Error && error.name === DamagedCache.name) throw new DamagedCache(error.message);
    throw error;
  }
}

function pagesOf({ site, articles, cache, version }: SearchIndexParts): IndexPage[] {
  return indexPages(site, (doc) => articleSource(doc, articles, cache), version);
}

function indexOf(pages: readonly IndexPage[], parts: SearchIndexParts): { name: string; file: string } {
  const { distDir, synonyms } = parts;
  const made = [...pages.map(({ key }) => key), JSON.stringify(synonyms)];
  const name = `${FOLDER}/search.${nameHash(made.join())}.db`;
  return { name, file: path.join(distDir, name) };
}

function articleSource({ file }: Doc, articles: SearchIndexParts['articles'], cache: BuildCache) {
  const stored = articles.get(file);
  if (!stored) return undefined;
  const { bodyHash, summary } = stored;
  return {
    version: JSON.stringify([bodyHash, summary.headings]),
    read: () => ({ headings: summary.headings, blocks: cache.articleBody(file).blocks }),
  };
}

/** Whether the index is there, or could be made from the last one. */
function isReady(pages: readonly IndexPage[], file: string, { synonyms }: SearchIndexParts): boolean {
  return existsSync(file) || updateLast(path.dirname(file), pages, file, synonyms);
}

function updateLast(
  folder: string,
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[],
): boolean {
  const last = lastIndex(folder);
  if (last === undefined) return false;
  try {
    return updateIndex(last, pages, file, synonyms);
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
