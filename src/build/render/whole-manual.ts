import type { SiteConfig } from '../../config/site-config.ts';
import type { Doc, Site } from '../../model/site.ts';
import type { BuildCache, StoredArticle } from '../cache/build-cache.ts';
import { llmsFull } from './markdown-files.ts';

interface WholeManualParts {
  site: Site;
  config: Pick<SiteConfig, 'name'>;
  /** By file of the document. */
  articles: ReadonlyMap<string, StoredArticle>;
  cache: BuildCache;
}

/** The text of `/llms-full.txt`. */
export function wholeManual({ site, config, articles, cache }: WholeManualParts): string {
  return llmsFull(
    site,
    config,
    ({ file }) => cache.articleMarkdown(file),
    (doc) => isTitled(doc, articles),
  );
}

/** Whether the text of this document has its h1, or should have none. */
export function isTitled({ file, hideTitle }: Doc, articles: ReadonlyMap<string, StoredArticle>): boolean {
  return hideTitle || articles.get(file)?.summary.hasTitle === true;
}
