import { listArticleSources } from '../../src/build/publish/search-index.ts';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { indexPages } from '../../src/search/index/site-pages.ts';
import { prepareDocs } from '../../testing/prepare-docs.ts';

/** Returns the search records of a docs folder, from the articles that the build compiles and caches. */
export function readRecordsOfDocs(docs: string): Promise<SearchRecord[]> {
  return prepareDocs(({ site, articles, cache }) => {
    const pages = indexPages(site, (doc) => listArticleSources(doc, articles, cache), '');
    return pages.flatMap((page) => page.listRecords());
  }, docs);
}
