import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SynonymRule } from '../src/config/synonym-rules.ts';
import { buildIndex } from '../src/search/index/build-index.ts';
import type { SearchRecord } from '../src/search/index/record.ts';
import type { IndexPage } from '../src/search/index/site-pages.ts';
import { completeAnswer, openSearchFile } from '../src/search/protocol/answer.ts';
import { extractQuestion, parseBody } from '../src/search/protocol/request.ts';
import type { SearchAnswer } from '../src/search/protocol/wire.ts';
import { searchRecords } from './search-site.ts';

/** A real index file in a folder of its own. */
export function createTemporaryIndex(
  records: readonly SearchRecord[] = searchRecords(),
  synonyms: readonly SynonymRule[] = [],
): {
  file: string;
  remove(): void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'search-'));
  const file = path.join(folder, 'search.db');
  buildIndex(groupByPage(records), file, synonyms);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface TemporarySearch {
  ask(query: string, parameters?: Record<string, unknown>): SearchAnswer;
  /** Addresses, best first. */
  urls(query: string, parameters?: Record<string, unknown>): unknown[];
  close(): void;
}

/** The search of an index file, and of these records in one of their own. */
export function openTestSearch(
  file: string,
  isVisible: (page: { url: string }) => boolean = () => true,
): TemporarySearch {
  // Pages that can't be found have readers of their own.
  const search = openSearchFile(file, (url) => (isVisible({ url }) ? undefined : []));
  const { answer } = search.within(isVisible);
  const ask: TemporarySearch['ask'] = (query, parameters = {}) => {
    const body = { requests: [{ indexName: 'docs', query, ...parameters }] };
    const parsed = parseBody(JSON.stringify(body), ['docs']);
    const [request] = parsed.requests ?? [];
    if (!request) throw new Error(parsed.error?.message);
    return JSON.parse(completeAnswer(JSON.stringify(answer(extractQuestion(request))), request, 1).json);
  };
  return {
    ask,
    urls: (query, parameters) => ask(query, parameters).hits.map(({ url }) => url),
    close: search.close,
  };
}

export function createTemporarySearch(
  records?: readonly SearchRecord[],
  synonyms?: readonly SynonymRule[],
  isVisible?: (page: { url: string }) => boolean,
): TemporarySearch {
  const { file, remove } = createTemporaryIndex(records, synonyms);
  const search = openTestSearch(file, isVisible);
  return {
    ...search,
    close() {
      search.close();
      remove();
    },
  };
}

/** Records that come page by page, cut where the page changes. */
export function groupByPage(records: readonly SearchRecord[]): IndexPage[] {
  const pages: SearchRecord[][] = [];
  let address: string | undefined;
  for (const record of records) {
    if (record.url_without_anchor !== address) pages.push([]);
    address = record.url_without_anchor;
    pages.at(-1)?.push(record);
  }
  return pages.map((pageRecords) => ({
    key: hash('sha256', JSON.stringify(pageRecords)),
    listRecords: () => pageRecords,
  }));
}
