import { fork } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createToken, hashToken } from '../../../src/accounts/sessions/tokens.ts';
import type { Store } from '../../../src/accounts/store/store.ts';
import { SEARCH_RESULTS_SLOT, writeHtmlSlot } from '../../../src/model/templates.ts';
import type { SearchResult } from '../../../src/search/engine/statistics.ts';
import type { SearchRecord } from '../../../src/search/index/record.ts';
import { createSiteSearch } from '../../../src/server/api/search.ts';
import { type FixtureRelease, fixtureEntries } from '../../../testing/release.ts';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { startServer } from '../../../testing/server.ts';
import { createAccountNamed, createSession } from '../../../testing/store-fixtures.ts';
import { openSqliteStore } from '../../../testing/stores.ts';
import type { TypingTask } from './typing-process.ts';

export interface Typed {
  searches: number;
  /** Failures, one line each. */
  errors: string[];
  /** Times from a request to its whole answer, in milliseconds, ascending. */
  times: number[];
  /** Response times of the pages that were read at the same time. */
  pageTimes: number[];
}

/** The results, with the counts of the server. */
export interface ServedTyping extends Typed {
  results: Readonly<Record<SearchResult, number>>;
}

export interface TypingOptions {
  records: readonly SearchRecord[];
  /** Queries that are typed letter by letter. Each reader begins with another one. */
  queries: readonly string[];
  seconds: number;
  readers?: number;
  /** Milliseconds between two letters. 150 is a fast typist with nearly seven letters a second. */
  letterMs?: number;
  /** See `TypingTask`. */
  thinkMs?: number;
  lettersTyped?: number;
}

const LETTER_MS = 150;
const PAGE = '/docs/Tasks';

/**
 * Runs the real server on loopback with signed-in readers who type all the time, and one who reads pages. The
 * readers run in another process, so that only the processor is shared with the server.
 */
export async function runTypingReaders(options: TypingOptions): Promise<ServedTyping> {
  const { records, queries, seconds, readers = 50, letterMs = LETTER_MS, ...pace } = options;
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'typing-'));
  const search = createSiteSearch({ SEARCH: 'embedded' });
  const { statistics } = search;
  const store = openSqliteStore(path.join(DATA_DIR, 'readers.db'));
  const server = await startServer({
    store,
    search,
    release: makeRelease(records),
    environment: { LOG_LEVEL: 'warn', DATA_DIR },
  });
  try {
    const { origin } = await server.listen();
    const cookies: string[] = [];
    while (cookies.length < readers) cookies.push(await addReader(store, cookies.length));
    const task = { origin, cookies, page: PAGE, queries, seconds, letterMs, ...pace };
    return { ...(await runTypingTask(task)), results: statistics.read().results };
  } finally {
    await server.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

/** Adds an account with a session, without the minute that hashing a thousand passwords takes. Returns its cookie. */
async function addReader(store: Store, number: number): Promise<string> {
  const now = Date.now();
  const account = createAccountNamed(`reader${number}`, { createdAt: now });
  const token = createToken();
  await store.addAccount(account);
  await store.addSession(createSession(account, hashToken(token), now));
  return `sid=${token}`;
}

async function runTypingTask(task: TypingTask): Promise<Typed> {
  const child = fork(path.join(import.meta.dirname, 'typing-process.ts'), { execArgv: [] });
  try {
    return await new Promise<Typed>((resolve, reject) => {
      // The process of the readers sends only this message.
      child.once('message', (typingResult) => resolve(typingResult as Typed));
      // This event comes after all messages. The exit of the process may come before them.
      child.once('disconnect', () => reject(new Error('The readers ended without a result.')));
      child.send(task);
    });
  } finally {
    child.kill();
  }
}

function makeRelease(records: readonly SearchRecord[]): FixtureRelease {
  const index = createTemporaryIndex(records);
  const content = readFileSync(index.file);
  index.remove();
  return {
    build: 'build-1',
    entries: [
      ...fixtureEntries,
      { url: '/search', content: writeHtmlSlot(SEARCH_RESULTS_SLOT) },
      { url: '/index.db', content, plain: true },
    ],
    change: (manifest) => ({
      ...manifest,
      search: manifest.entries.find(({ url }) => url === '/index.db')?.file,
    }),
  };
}
