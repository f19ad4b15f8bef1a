import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import MiniSearch from 'minisearch';
import { loadSiteConfig } from '../../src/config/load-site-config.ts';
import { buildIndex } from '../../src/search/index/build-index.ts';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { openSearchFile } from '../../src/search/protocol/answer.ts';
import { parseBody } from '../../src/search/protocol/request.ts';
import { levels } from '../../src/search/protocol/wire.ts';
import { groupByPage } from '../../testing/search-index.ts';

/** A search engine in this benchmark. It returns addresses, the best first, one hit each. */
export interface BenchEngine {
  name: string;
  search(query: string): string[];
  /** Size of the index file, if the engine has one. */
  fileBytes?: number;
  close(): void;
}

const HITS = 20;

const { config } = await loadSiteConfig(path.resolve(import.meta.dirname, '../../site'));
const synonyms = config?.search.synonyms ?? [];

export function openOurEngine(records: readonly SearchRecord[]): BenchEngine {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  const file = path.join(folder, 'search.db');
  buildIndex(groupByPage(records), file, synonyms);
  const index = openSearchFile(file);
  const { answer } = index.within(() => true);
  return {
    name: 'this site',
    fileBytes: statSync(file).size,
    search(query) {
      const { requests } = parseBody(JSON.stringify({ requests: [{ indexName: 'docs', query }] }), ['docs']);
      const [request] = requests ?? [];
      return request ? answer(request).hits.map((hit) => String(hit.url)) : [];
    },
    close() {
      index.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * MiniSearch with the settings that its documentation recommends for documentation: prefixes, some fuzziness,
 * boosted titles.
 */
export function createMiniSearch(records: readonly SearchRecord[]): BenchEngine {
  const engine = new MiniSearch({
    fields: ['heading', 'parents', 'content', 'questions'],
    storeFields: ['url'],
    searchOptions: { boost: { heading: 10, parents: 3 }, prefix: true, fuzzy: 0.2 },
  });
  engine.addAll(records.map(flattenRecord));
  return {
    name: 'MiniSearch',
    search: (query) => keepDistinct(engine.search(query).map((hit) => String(hit.url))),
    close() {},
  };
}

/** Orama with equivalent settings: tolerance 1, boosted titles. */
export function createOrama(records: readonly SearchRecord[]): BenchEngine {
  const engine = create({
    schema: { url: 'string', heading: 'string', parents: 'string', content: 'string', questions: 'string' },
    components: { tokenizer: { language: 'english', stemming: false } },
  });
  void insertMultiple(engine, records.map(flattenRecord));
  return {
    name: 'Orama',
    search(query) {
      const result = searchOrama(engine, {
        term: query,
        properties: ['heading', 'parents', 'content', 'questions'],
        boost: { heading: 10, parents: 3 },
        tolerance: 1,
        limit: 5 * HITS,
      });
      if (result instanceof Promise) throw new Error('this engine answers at once');
      return keepDistinct(result.hits.map((hit) => String(hit.document.url)));
    },
    close() {},
  };
}

function flattenRecord(record: SearchRecord, id: number) {
  const above = levels
    .slice(1)
    .map((level) => record.hierarchy[level])
    .filter((text) => text !== null);
  const isText = record.type === 'content';
  return {
    id: String(id),
    url: record.url,
    heading: isText ? '' : (above.at(-1) ?? ''),
    parents: (isText ? above : above.slice(0, -1)).join(' '),
    content: record.content ?? '',
    questions: record.questions.join(' '),
  };
}

function keepDistinct(urls: readonly string[]): string[] {
  return [...new Set(urls)].slice(0, HITS);
}
