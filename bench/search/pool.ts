import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { findStem } from '../../src/search/index/english.ts';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { listForms } from '../../src/search/index/words.ts';
import { createRandom } from '../../testing/random.ts';
import { readRecordsOfDocs } from './docs-records.ts';
import { type BenchEngine, createMiniSearch, openOurEngine } from './engines.ts';

const PAGES = 10;
const SEED = 31;
const SECTIONS_SHOWN = 3;

/**
 * Prints pages to grade for each question of a file: the first ten pages of this search, MiniSearch and BM25 over stems
 * as one list in random order, with the headings that were found on each page but without the engine that found them.
 *
 *     node bench/search/pool.ts --questions bench/search/task-questions.json
 *
 * Pages that the file already names as answers are marked with `+`. `--graded` names a JSON file with the pages that
 * were looked at before (`{ query: [url, …] }`): they are left out. `--save` writes the pooled pages in the same form.
 */
const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: 'bench/search/task-questions.json' },
    graded: { type: 'string' },
    save: { type: 'string' },
  },
});

const questionFile = z.array(z.looseObject({ query: z.string(), answers: z.array(z.string()) }));
const gradedFile = z.record(z.string(), z.array(z.string()));

const questions = questionFile.parse(readJsonFile(values.questions));
const gradedPages = values.graded === undefined ? {} : gradedFile.parse(readJsonFile(values.graded));
const records = await readRecordsOfDocs('site/docs');
const engines = [openOurEngine(records), createMiniSearch(records), createBm25Engine(records)];
const headings = new Map(records.map((record) => [record.url, listHeadings(record)]));
const random = createRandom(SEED);
const pooledPages: Record<string, string[]> = {};
for (const [index, { query, answers }] of questions.entries()) {
  const sectionsByPage = new Map<string, Set<string>>();
  for (const engine of engines) {
    for (const [page, sections] of findPages(engine, query))
      sectionsByPage.set(page, new Set([...(sectionsByPage.get(page) ?? []), ...sections]));
  }
  const pages = [...sectionsByPage].map((entry) => ({ entry, order: random.next() }));
  const shuffledPages = pages.sort((a, b) => a.order - b.order).map(({ entry }) => entry);
  pooledPages[query] = shuffledPages.map(([page]) => page);
  const newPages = shuffledPages.filter(([page]) => !gradedPages[query]?.includes(page));
  if (newPages.length > 0) console.log(`\n${index} ${query}`);
  for (const [page, sections] of newPages) {
    const mark = answers.some((answer) => answer.split('#')[0] === page) ? '+' : ' ';
    const sampleHeadings = [...sections].slice(0, SECTIONS_SHOWN).map((url) => headings.get(url)?.at(-1));
    console.log(`${mark} ${page} :: ${sampleHeadings.join(' | ')}`);
  }
}
for (const engine of engines) engine.close();
if (values.save !== undefined) {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(values.save, JSON.stringify(pooledPages, null, 1));
}

/** The first ten pages of an engine, with the sections that it found on each. */
function findPages(engine: BenchEngine, query: string): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const url of engine.search(query)) {
    const page = url.split('#')[0] ?? url;
    if (pages.size === PAGES && !pages.has(page)) break;
    pages.set(page, [...(pages.get(page) ?? []), url]);
  }
  return pages;
}

/** BM25 over the stems of a section's headings, text and authored questions, with the usual constants. */
function createBm25Engine(sectionRecords: readonly SearchRecord[]): BenchEngine {
  const k1 = 1.2;
  const b = 0.75;
  const listStems = (text: string) => listForms(text).map(findStem);
  const stemsByUrl = new Map<string, string[]>();
  for (const record of sectionRecords) {
    const stems =
      stemsByUrl.get(record.url) ?? listStems([...listHeadings(record), ...record.questions].join(' '));
    stems.push(...listStems(record.content ?? ''));
    stemsByUrl.set(record.url, stems);
  }
  const postings = new Map<string, Map<string, number>>();
  let total = 0;
  for (const [url, stems] of stemsByUrl) {
    total += stems.length;
    for (const stem of stems) {
      const counts = postings.get(stem) ?? new Map<string, number>();
      counts.set(url, (counts.get(url) ?? 0) + 1);
      postings.set(stem, counts);
    }
  }
  const average = total / stemsByUrl.size;
  return {
    name: 'BM25',
    search(query) {
      const scores = new Map<string, number>();
      for (const stem of new Set(listStems(query))) {
        const counts = postings.get(stem) ?? new Map<string, number>();
        const rarity = Math.log(1 + (stemsByUrl.size - counts.size + 0.5) / (counts.size + 0.5));
        for (const [url, count] of counts) {
          const length = (stemsByUrl.get(url)?.length ?? 0) / average;
          const score = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
          scores.set(url, (scores.get(url) ?? 0) + score);
        }
      }
      return [...scores]
        .sort(([, a], [, c]) => c - a)
        .map(([url]) => url)
        .slice(0, 60);
    },
    close() {},
  };
}

function listHeadings({ hierarchy }: SearchRecord): string[] {
  return Object.values(hierarchy).filter((text) => text !== null);
}

function readJsonFile(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
