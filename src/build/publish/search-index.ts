import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { buildFullVariant, type VariantKey } from '../../model/parts.ts';
import type { Doc, Site } from '../../model/site.ts';
import { PARTIAL_FOLDER } from '../../releases/dist-folder.ts';
import { hashFileForName, isNamedFileIntact } from '../../releases/named-content.ts';
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
  /** The index that was written last, to reuse its unchanged parts. */
  last?: WrittenIndex | undefined;
}

export interface WrittenIndex {
  /**
   * Path relative to the dist folder: `data/search.<hash of the inputs>.<hash of the bytes>.db`. The inputs don't
   * determine the bytes: an index that was updated has other bytes than a new one of the same pages.
   */
  name: string;
  /** Hash of the pages, the synonyms and the code that the index was made from. */
  inputs: string;
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

/** Writes the search index of a release, or reuses the last one. */
export function writeSearchIndex(parts: IndexParts): WrittenIndex {
  const { inputs, pages, finishedIndex } = findSearchIndex(parts);
  if (finishedIndex) return finishedIndex;
  const partialFile = createPartial(parts.distDir);
  buildIndex(pages, partialFile, parts.synonyms);
  return nameByContent(parts.distDir, partialFile, inputs);
}

/**
 * Does the quick part of `writeSearchIndex`: `finishedIndex` is undefined if a new index must be built. Only an index that the
 * caller knows is reused. Any other one in the folder may have come with a publication, with any content.
 */
export function findSearchIndex(parts: IndexParts): {
  inputs: string;
  pages: IndexPage[];
  finishedIndex: WrittenIndex | undefined;
} {
  const { languages, code, distDir, synonyms, last } = parts;
  const pages = languages.flatMap(({ site, articles, cache }) =>
    indexPages(site, (doc) => listArticleSources(doc, articles, cache), code),
  );
  const inputs = nameHash([...pages.map(({ key }) => key), JSON.stringify(synonyms)].join());
  if (last === undefined || !isNamedFileIntact(path.join(distDir, last.name)))
    return { inputs, pages, finishedIndex: undefined };
  if (last.inputs === inputs) return { inputs, pages, finishedIndex: last };
  const partialFile = createPartial(distDir);
  const isUpdated = updateLastIndex(path.join(distDir, last.name), pages, partialFile, synonyms);
  return {
    inputs,
    pages,
    finishedIndex: isUpdated ? nameByContent(distDir, partialFile, inputs) : undefined,
  };
}

function createPartial(distDir: string): string {
  const folder = path.join(distDir, PARTIAL_FOLDER);
  mkdirSync(folder, { recursive: true });
  return path.join(folder, `${process.pid}-${threadId}-search.db`);
}

/** Moves a finished index into place. An index with this name has the same bytes, unless it's damaged. */
function nameByContent(distDir: string, partialFile: string, inputs: string): WrittenIndex {
  const name = `${FOLDER}/search.${inputs}.${hashFileForName(partialFile)}.db`;
  renameSync(partialFile, path.join(distDir, name));
  return { name, inputs };
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
  const wholeArticle = { version, read: () => ({ headings, blocks: cache.readArticleBody(file).blocks }) };
  if (!parts) return [wholeArticle];
  const { audiences } = parts;
  const toVariantSource = (variantKey: VariantKey) => {
    const read = () => cache.readArticleBody(file).variants?.[variantKey] ?? { headings: [], blocks: [] };
    return { version, read, seen: { audiences, shown: variantKey } };
  };
  return [
    { ...wholeArticle, seen: { audiences, shown: buildFullVariant(audiences) } },
    ...Object.keys(parts.variants).map(toVariantSource),
  ];
}

function updateLastIndex(
  last: string,
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[],
): boolean {
  try {
    return updateIndex(last, pages, file, synonyms);
  } catch {
    // Another version of the program wrote this index, so it is built again.
    return false;
  }
}
