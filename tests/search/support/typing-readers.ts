import { fork } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { htmlSlot, SEARCH_RESULTS_SLOT } from '../../../src/model/templates.ts';
import type { SearchRecord } from '../../../src/search/index/record.ts';
import { siteSearch } from '../../../src/server/api/search.ts';
import { type FixtureRelease, fixtureEntries } from '../../../testing/release.ts';
import { temporaryIndex } from '../../../testing/search-index.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import type { TypingTask } from './typing-process.ts';

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
  /** Between two letters; 150: nearly seven letters a second, which is a fast typist. */
  letterMs?: number;
}

const LETTER_MS = 150;
const PAGE = '/docs/Tasks';

/**
 * The real server on loopback, signed-in readers who type all the time, and one who reads pages beside them. The
 * readers are a process of their own, so that their work is in nobody's way but for the processor they share.
 */
export async function typingReaders(options: TypingOptions): Promise<Typed> {
  const { records, queries, seconds, readers = 50, letterMs = LETTER_MS } = options;
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'typing-'));
  const { extensions, check } = siteSearch({ SEARCH: 'embedded', DATA_DIR });
  const server = await startServer({ extensions, checks: [check], release: releaseOf(records) });
  try {
    const { origin } = await server.listen();
    const cookies: string[] = [];
    while (cookies.length < readers) cookies.push(await signedIn(server, cookies.length));
    return await typedBy({ origin, cookies, page: PAGE, queries, seconds, letterMs });
  } finally {
    await server.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

/** The cookie of an account of its own. */
async function signedIn({ identity }: TestServer, at: number): Promise<string> {
  const account = { email: `reader${at}@example.com`, password: 'correct horse battery' };
  await identity.accounts.add({ ...account, name: '', role: 'reader' });
  const result = await identity.signIn({ ...account, address: '127.0.0.1' });
  if (result.outcome !== 'signed-in') throw new Error(result.outcome);
  return `sid=${result.token}`;
}

async function typedBy(task: TypingTask): Promise<Typed> {
  const child = fork(path.join(import.meta.dirname, 'typing-process.ts'), { execArgv: [] });
  try {
    return await new Promise<Typed>((resolve, reject) => {
      // It sends nothing else.
      child.once('message', (typed) => resolve(typed as Typed));
      // Comes after every message, which the end of the process need not.
      child.once('disconnect', () => reject(new Error('The readers ended without a result.')));
      child.send(task);
    });
  } finally {
    child.kill();
  }
}

function releaseOf(records: readonly SearchRecord[]): FixtureRelease {
  const index = temporaryIndex(records);
  const content = readFileSync(index.file);
  index.remove();
  return {
    build: 'build-1',
    entries: [
      ...fixtureEntries,
      { url: '/search', content: htmlSlot(SEARCH_RESULTS_SLOT) },
      { url: '/index.db', content, plain: true },
    ],
    change: (manifest) => ({
      ...manifest,
      search: manifest.entries.find(({ url }) => url === '/index.db')?.file,
    }),
  };
}
