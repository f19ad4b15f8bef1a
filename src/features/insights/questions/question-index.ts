import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SynonymRule } from '../../../config/synonym-rules.ts';
import { buildIndex } from '../../../search/index/build-index.ts';
import { openIndex } from '../../../search/index/open-index.ts';
import type { SearchRecord } from '../../../search/index/record.ts';
import type { IndexPage, SeenBy } from '../../../search/index/site-pages.ts';
import { createIndexView } from '../../../search/index/view.ts';
import { listForms } from '../../../search/index/words.ts';
import { openSearchFile } from '../../../search/protocol/answer.ts';
import { extractQuestion, parseBody } from '../../../search/protocol/request.ts';
import { createSimilarity } from '../../../search/rank/similarity.ts';

/** The records of one page, with the questions that the author has written. */
export interface RecordPage {
  records: readonly SearchRecord[];
  seen?: SeenBy | undefined;
}

/** The questions of each section, by its address. */
export type QuestionsByAddress = ReadonlyMap<string, readonly string[]>;

/** The search of a site with other questions than the site has. Its file is removed at the end of the block. */
export interface QuestionIndex extends Disposable {
  /** The addresses of the best sections for a query, best first. */
  ask(query: string): string[];
  /** The place of a section among the best ones, from 1. Undefined if it isn't among them. */
  findRank(query: string, address: string): number | undefined;
  /** The sections whose heading, questions or first passages mean most nearly what an English query means. */
  findSimilar(query: string): { address: string; similarity: number }[];
}

const INDEX_NAME = 'docs';
const SIMILAR_MAX = 5;

/** Builds the real index with these questions in place of all others, and opens it. */
export function openQuestionIndex(
  pages: readonly RecordPage[],
  questions: QuestionsByAddress,
  synonyms: readonly SynonymRule[],
): QuestionIndex {
  const folder = mkdtempSync(path.join(tmpdir(), 'questions-'));
  const file = path.join(folder, 'search.db');
  buildIndex(
    pages.map((page, position) => toIndexPage(page, position, questions)),
    file,
    synonyms,
  );
  const search = openSearchFile(file);
  const { answer } = search.within(() => true);
  const ask = (query: string): string[] => {
    const onlyAddresses = {
      attributesToRetrieve: ['url'],
      attributesToHighlight: [],
      attributesToSnippet: [],
    };
    const body = { requests: [{ indexName: INDEX_NAME, query, ...onlyAddresses }] };
    const [request] = parseBody(JSON.stringify(body), [INDEX_NAME]).requests ?? [];
    if (!request) return [];
    // A page that readers see in several forms is several pages of the index.
    return [...new Set(answer(extractQuestion(request)).hits.map(({ url }) => String(url)))];
  };
  const index = openIndex(file);
  const view = createIndexView(index, () => true);
  const similarity = createSimilarity(index);
  const numbers = Array.from({ length: index.table.sections }, (_, section) => section);
  const readAddress = (section: number) => index.record(index.table.firstRecords[section] ?? 0).url;
  return {
    ask,
    findSimilar: (query) =>
      similarity(listForms(query), numbers, view)
        .map(({ heading, ownHeading, question, passage }, section) => ({
          section,
          similarity: Math.max(heading, ownHeading, question, passage),
        }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, SIMILAR_MAX)
        .map(({ section, similarity }) => ({ address: readAddress(section), similarity })),
    findRank(query, address) {
      const rank = ask(query).indexOf(address) + 1;
      return rank === 0 ? undefined : rank;
    },
    [Symbol.dispose]() {
      search.close();
      index.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toIndexPage({ records, seen }: RecordPage, at: number, questions: QuestionsByAddress): IndexPage {
  return {
    key: String(at),
    seen,
    listRecords() {
      const addresses = new Set<string>();
      return records.map((record) => {
        // Only the first record of an address has questions.
        const isFirst = !addresses.has(record.url);
        addresses.add(record.url);
        return { ...record, questions: isFirst ? [...(questions.get(record.url) ?? [])] : [] };
      });
    },
  };
}
