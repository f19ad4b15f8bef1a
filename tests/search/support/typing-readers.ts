import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SearchRecord } from '../../../src/search/record.ts';
import { resultsHtml } from '../../../src/search/results-html.ts';
import { siteSearch } from '../../../src/server/site-search.ts';
import { type FixtureRelease, fixtureEntries } from '../../support/release.ts';
import { temporaryIndex } from '../../support/search-index.ts';
import { startServer } from '../../support/server.ts';

export interface Typed {
  searches: number;
  /** What went wrong, one line each. */
  errors: string[];
  /** From the request to the whole answer, in milliseconds, ascending. */
  times: number[];
  /** Of pages that were read meanwhile. */
  pageTimes: number[];
}

export interface TypingOptions {
  records: readonly SearchRecord[];
  /** Typed letter by letter, by each reader from another one on. */
  queries: readonly string[];
  seconds: number;
  readers?: number;
  /** Between two letters. */
  letterMs?: number;
}

const PAGE = '/docs/Tasks';

/** The real server on loopback, signed-in readers who type all the time, and one who reads pages beside them. */
export async function typingReaders(options: TypingOptions): Promise<Typed> {
  const { records, queries, seconds, readers = 50, letterMs = 150 } = options;
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'typing-'));
  const { extensions, check } = siteSearch({ SEARCH: 'embedded', DATA_DIR });
  const server = await startServer({ extensions, checks: [check], release: releaseOf(records) });
  const typed: Typed = { searches: 0, errors: [], times: [], pageTimes: [] };
  try {
    const { origin } = await server.listen();
    const cookie = (await server.signIn()).replace('__Host-', '');
    const headers = { cookie: `${cookie}; __Host-${cookie}` };
    const timed = async (times: number[], url: string, init: RequestInit) => {
      const started = performance.now();
      const response = await fetch(origin + url, init).catch((error: unknown) => String(error));
      const body = typeof response === 'string' ? '' : await response.text();
      times.push(performance.now() - started);
      if (typeof response === 'string') typed.errors.push(`${url}: ${response}`);
      else if (response.status !== 200) typed.errors.push(`${url}: ${response.status} ${body.slice(0, 200)}`);
    };
    const search = (query: string) => {
      typed.searches += 1;
      const body = JSON.stringify({ requests: [{ indexName: 'docs', query }] });
      const init = { method: 'POST', body, headers: { ...headers, 'content-type': 'text/plain' } };
      return timed(typed.times, '/1/indexes/*/queries', init);
    };
    // The first one waits until the index is open.
    await search('a');
    typed.times.length = 0;
    const until = performance.now() + seconds * 1_000;
    const isOver = () => performance.now() > until;
    const type = async (reader: number) => {
      await pause((letterMs * reader) / readers);
      for (let at = reader; !isOver(); at += 1) {
        const query = queries[at % queries.length] ?? '';
        for (let length = 1; length <= query.length && !isOver(); length += 1) {
          await Promise.all([search(query.slice(0, length)), pause(letterMs)]);
        }
      }
    };
    const read = async () => {
      while (!isOver()) await Promise.all([timed(typed.pageTimes, PAGE, { headers }), pause(letterMs)]);
    };
    await Promise.all([...Array.from({ length: readers }, (_, reader) => type(reader)), read()]);
  } finally {
    await server.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
  for (const times of [typed.times, typed.pageTimes]) times.sort((a, b) => a - b);
  return typed;
}

function releaseOf(records: readonly SearchRecord[]): FixtureRelease {
  const index = temporaryIndex(records);
  const content = readFileSync(index.file);
  index.remove();
  return {
    build: 'build-1',
    entries: [
      ...fixtureEntries,
      { url: '/search', content: resultsHtml({ kind: 'form' }) },
      { url: '/index.db', content, plain: true },
    ],
    change: (manifest) => ({
      ...manifest,
      search: manifest.entries.find(({ url }) => url === '/index.db')?.file,
    }),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
