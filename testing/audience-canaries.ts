import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readLiveManifest } from '../src/model/manifest.ts';
import { openViews } from '../src/views/scope-views.ts';
import {
  type AudienceSite,
  type CanaryPage,
  canaryPattern,
  createRandomNumbers,
  pick,
  sees,
  seesPart,
  type Who,
} from './audience-site.ts';
import { createTestToken } from './personal-token.ts';
import { reader, startServer, type TestServer } from './server.ts';

/** The result of requesting everything that a scope may see, and everything that it may not. */
export interface Tried {
  /** The number of answers that were checked. */
  tries: number;
  /** Answers that contained a page or part outside the scope: the request and the leaked word. */
  leaks: string[];
  /** Requests whose answer lacked a page or part inside the scope. */
  missing: string[];
}

export interface CanaryServer {
  server: TestServer;
  /**
   * Requests every address of the site and searches for the word of every page. For pages that match `closely`, also
   * searches letter by letter and with a misspelling, and asks what their word is. `cookie` is another user's session.
   */
  tryAnswers(who: Who, closely?: (page: CanaryPage) => boolean, cookie?: string): Promise<Tried>;
  /** Calls the readers' tools for pages that match `closely`. Visitors have no tools. */
  tryTools(who: readonly string[], closely?: (page: CanaryPage) => boolean): Promise<Tried>;
  /** Makes `calls` calls in random order, of every kind and for any page, with one token for each of these scopes. */
  tryTokens(
    scopes: readonly (readonly string[])[],
    calls: number,
    onCall?: (callCount: number) => void,
  ): Promise<Tried>;
  /**
   * Asks `count` questions about any page in random order, so that readers of different scopes share warm caches. No answer
   * may have a word or an address of a hidden page, and no log line or file of the server a word that wasn't typed.
   */
  tryQuestions(
    scopes: readonly (readonly string[])[],
    count: number,
    onQuestion?: (questionCount: number) => void,
  ): Promise<TriedQuestions>;
}

export interface TriedQuestions extends Tried {
  /** The number of questions that were answered, by the way in which they were asked. */
  answeredCounts: Record<string, number>;
}

/** The number of requests in flight. */
const AT_A_TIME = 8;
/** The number of queries in one call of the search protocol. */
const QUERIES = 20;

/** Serves a built site for these checks. `distDir` is its folder. */
export async function openCanaries(
  { pages }: AudienceSite,
  { distDir }: { distDir: string },
  // The log keeps its lines in memory for tests. One line per answer would take more memory than all the rest.
  logLevel: 'error' | 'trace' = 'error',
): Promise<CanaryServer> {
  const server = await startServer({
    dist: distDir,
    openViews,
    environment: { LOG_LEVEL: logLevel },
  });
  // The search threads don't keep the process alive, but a listening server does.
  await server.listen();
  const addresses = [
    ...new Set([
      ...(readLiveManifest(distDir)?.entries ?? []).map(({ url }) => url),
      ...pages.map(({ path }) => path),
    ]),
  ];
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const byWord = new Map(
    pages.flatMap((page) => [
      [page.canary, page] as const,
      ...(page.part ? [[page.part.canary, page] as const] : []),
    ]),
  );

  function createRecorder(who: Who) {
    const visibleCanaries = new Set(
      pages.flatMap((page) => [
        ...(sees(who, page.seen) ? [page.canary] : []),
        ...(page.part && seesPart(who, page) ? [page.part.canary] : []),
      ]),
    );
    const result: Tried = { tries: 0, leaks: [], missing: [] };
    return {
      result,
      visibleCanaries,
      /** Checks an answer for leaked words. It may repeat `typed`, the word of the request. */
      look(where: string, text: string, typedWord = '') {
        result.tries += 1;
        for (const [word] of text.matchAll(canaryPattern))
          if (!visibleCanaries.has(word) && word !== typedWord)
            result.leaks.push(`${where}: ${word} of ${byWord.get(word)?.path}`);
      },
      expect(holds: boolean, what: () => string) {
        if (!holds) result.missing.push(what());
      },
    };
  }

  type Credentials = { cookie: string } | { authorization: string };

  async function createCredentials(who: readonly string[]): Promise<Credentials> {
    const { accounts } = server.identity;
    const email = `program-${randomUUID()}@lurana.example`;
    const added = await accounts.add({ ...reader, email, name: '', role: 'reader' });
    if (added.outcome !== 'added') throw new Error(added.outcome);
    const accountId = added.account.id;
    if (who.length > 0) await accounts.setGroups(accountId, who);
    const { secret } = await createTestToken(server.identity, accountId);
    return { authorization: `Bearer ${secret}` };
  }

  async function callMcp(credentials: Credentials, method: string, params: object) {
    return server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...credentials, host: 'localhost:3000', accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    });
  }

  async function search(credentials: Credentials, queries: readonly string[]) {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/1/indexes/*/queries',
      headers: { ...credentials, host: 'localhost:3000' },
      payload: JSON.stringify({ requests: queries.map((query) => ({ indexName: 'docs', query })) }),
    });
    if (statusCode !== 200) throw new Error(`Search answers ${statusCode}: ${body}`);
    const { results }: { results: { nbHits: number }[] } = JSON.parse(body);
    return queries.map((query, index) => {
      // An answer repeats its query, which isn't a leak.
      const { query: _, params: __, ...answer } = { query, params: '', nbHits: 0, ...results[index] };
      return { query, hits: answer.nbHits, json: JSON.stringify(answer) };
    });
  }

  return {
    server,
    async tryAnswers(who, closely = () => true, other) {
      const cookie = other ?? (who ? await server.signInAs(...who) : '');
      const { result, visibleCanaries, look, expect } = createRecorder(who);
      await takeTurns(addresses, async (url) => {
        const { body, statusCode, headers } = await server.get(encodeURI(url), { cookie });
        const page = byPath.get(url);
        // A "not found" answer repeats the address.
        const typedWord = statusCode === 200 ? '' : url.match(canaryPattern)?.[0];
        look(`${statusCode} ${url}`, body + JSON.stringify(headers), typedWord);
        if (!page) return;
        const { seen, canary, part } = page;
        const status = sees(who, seen) ? 200 : who ? 404 : 401;
        expect(statusCode === status, () => `${url} answers ${statusCode}`);
        expect(status !== 200 || body.includes(`The word is ${canary}`), () => `${url} has no text`);
        if (part && seesPart(who, page))
          expect(body.includes(`The part is ${part.canary}`), () => `${url} lacks its part`);
      });
      for (const url of ['/llms.txt', '/llms-full.txt', ...(who ? ['/_titles.json'] : [])]) {
        const { body } = await server.get(url, { cookie });
        const there = new Set(Array.from(body.matchAll(canaryPattern), ([word]) => word));
        for (const { canary, seen } of pages)
          if (sees(who, seen)) expect(there.has(canary), () => `${url} has no ${canary}`);
      }
      const words = [...byWord.keys()];
      const closeWords = [...byWord].flatMap(([word, page]) => (closely(page) ? [word] : []));
      const prefixes = closeWords.flatMap((word) =>
        Array.from({ length: word.length - 4 }, (_, index) => word.slice(0, index + 4)),
      );
      const misspelt = closeWords.map((word) => word.slice(0, 6) + word.slice(7));
      const queries = [...words, ...prefixes, ...misspelt];
      const calls = Array.from({ length: Math.ceil(queries.length / QUERIES) }, (_, index) =>
        queries.slice(index * QUERIES, (index + 1) * QUERIES),
      );
      for (const call of calls)
        for (const { query, hits, json } of await search({ cookie }, call)) {
          look(`search ${query}`, json);
          const page = byWord.get(query);
          const isFound = page !== undefined && hits > 0 && json.includes(page.path);
          if (page) expect(isFound === visibleCanaries.has(query), () => `search ${query}: ${hits} hits`);
        }
      for (const query of misspelt) {
        const { body } = await server.get(`/search?q=${query}`, { cookie });
        look(`the results for ${query}`, body);
      }
      for (const { path, canary, seen } of pages.filter(closely)) {
        const question = `What is the word ${canary}?`;
        const { body } = await server.get(`/api/v1/answers?${new URLSearchParams({ question })}`, { cookie });
        look(`the answer about ${canary}`, body);
        expect(sees(who, seen) || !body.includes(path), () => `the answer about ${canary} leads to ${path}`);
      }
      return result;
    },
    async tryTools(who, closely = () => true) {
      const token = await createCredentials(who);
      const { result, look, expect } = createRecorder(who);
      const ask = async (method: string, params: object) => {
        const { statusCode, body } = await callMcp(token, method, params);
        expect(statusCode === 200, () => `${method} answers ${statusCode}`);
        return body;
      };
      const call = (name: string, toolArguments: object) =>
        ask('tools/call', { name, arguments: toolArguments });
      await takeTurns(pages.filter(closely), async ({ path, canary, seen }) => {
        const read = await call('read_page', { address: path });
        look(`read_page ${path}`, read);
        expect(read.includes(`The word is ${canary}`) === sees(who, seen), () => `read_page ${path}`);
        const quotedAnswer = await call('answer_question', { question: `What is the word ${canary}?` });
        look(`answer_question ${canary}`, quotedAnswer);
        expect(
          sees(who, seen) || !quotedAnswer.includes(path),
          () => `answer_question ${canary} leads to ${path}`,
        );
        if (sees(who, seen)) return;
        const lookUpAnswer = await call('look_up', { name: canary });
        look(`look_up ${canary}`, lookUpAnswer, canary);
        expect(!lookUpAnswer.includes(path), () => `look_up ${canary} leads to ${path}`);
      });
      const ref = { type: 'ref/resource', uri: 'docs:{+path}' };
      const lists = [
        await call('list_pages', {}),
        await ask('resources/list', {}),
        await ask('completion/complete', { ref, argument: { name: 'path', value: '/docs/' } }),
      ];
      const visiblePaths = new Set(pages.flatMap(({ path, seen }) => (sees(who, seen) ? [] : [path])));
      for (const list of lists) {
        look('a list', list);
        for (const [path] of list.matchAll(/\/docs\/[\w/-]+/g))
          if (visiblePaths.has(path)) result.leaks.push(`a list: ${path}`);
      }
      return result;
    },
    async tryTokens(scopes, calls, onCall) {
      const readers = await Promise.all(
        scopes.map(async (who) => ({ who, token: await createCredentials(who), ...createRecorder(who) })),
      );
      type Reader = (typeof readers)[number];
      const get = async ({ token }: Reader, url: string) => {
        const { statusCode, body } = await server.get(encodeURI(url), { ...token });
        return statusCode === 200 ? body : '';
      };
      const callTool = async ({ token }: Reader, name: string, toolArguments: object) =>
        (await callMcp(token, 'tools/call', { name, arguments: toolArguments })).body;
      type Ask = (reader: Reader, page: CanaryPage) => Promise<string>;
      /** Requests by the address of a page. The answer contains its text. */
      const byAddress: Ask[] = [
        (reader, { path }) => get(reader, path),
        (reader, { path }) => get(reader, `${path}.md`),
        (reader, { path }) => get(reader, `/_page${path}.json`),
        (reader, { path }) => callTool(reader, 'read_page', { address: path }),
      ];
      /** Requests by the word of a page. The answer contains its address, and may repeat the word. */
      const askedByWord: Ask[] = [
        (reader, { canary }) => callTool(reader, 'search', { query: canary }),
        (reader, { canary }) => callTool(reader, 'look_up', { name: `Part ${canary}` }),
        async ({ token }, { canary }) => (await search(token, [canary])).map(({ json }) => json).join(''),
      ];
      const list: Ask = (reader) => callTool(reader, 'list_pages', {});
      const kinds = [...byAddress, ...askedByWord, list];
      const next = createRandomNumbers(12);
      const plannedCalls = Array.from({ length: calls }, () => ({
        reader: pick(readers, next),
        page: pick(pages, next),
        kind: pick(kinds, next),
      }));
      let callCount = 0;
      await takeTurns(plannedCalls, async ({ reader, page, kind }) => {
        callCount += 1;
        onCall?.(callCount);
        const answer = await kind(reader, page);
        const { path, canary, seen } = page;
        const where = `${kind} ${path} by ${reader.who.join(' ')}`;
        reader.look(where, answer, askedByWord.includes(kind) ? canary : '');
        if (kind === list) return;
        const isFound = askedByWord.includes(kind)
          ? new RegExp(`${path}(?!\\d)`).test(answer)
          : answer.includes(`The word is ${canary}`);
        reader.expect(isFound === sees(reader.who, seen), () => where);
      });
      return {
        tries: readers.reduce((sum, { result }) => sum + result.tries, 0),
        leaks: readers.flatMap(({ result }) => result.leaks),
        missing: readers.flatMap(({ result }) => result.missing),
      };
    },
    async tryQuestions(scopes, count, onQuestion) {
      const prepareReader = async (who: readonly string[]) => ({
        who,
        cookie: await server.signInAs(...who),
        token: await createCredentials(who),
        hiddenPaths: new Set(pages.flatMap(({ path, seen }) => (sees(who, seen) ? [] : [path]))),
        ...createRecorder(who),
      });
      type Reader = Awaited<ReturnType<typeof prepareReader>>;
      const readers: Reader[] = [];
      // One after the other: a server hashes few passwords at a time.
      for (const who of scopes) readers.push(await prepareReader(who));
      /** Each returns what the reader gets, and whether it has an answer. */
      const doors: Record<string, (reader: Reader, question: string) => Promise<[string, boolean]>> = {
        answers: async ({ cookie }, question) => {
          const { body } = await server.get(`/api/v1/answers?${new URLSearchParams({ question })}`, {
            cookie,
          });
          return [body, body.includes('"passage"')];
        },
        tool: async ({ token }, question) => {
          const { body } = await callMcp(token, 'tools/call', {
            name: 'answer_question',
            arguments: { question },
          });
          return [body, body.includes('Source: ')];
        },
        suggestions: async ({ cookie }, question) => {
          const [answer] = await search({ cookie }, [question]);
          return [answer?.json ?? '', (answer?.hits ?? 0) > 0];
        },
        results: async ({ cookie }, question) => {
          const { body } = await server.get(`/search?${new URLSearchParams({ q: question })}`, { cookie });
          return [body, body.includes('data-answer') || /\/docs\/[\w/]*p\d/.test(body)];
        },
      };
      const doorList = Object.entries(doors);
      const numberedPages = [...pages.entries()];
      const next = createRandomNumbers(31);
      const plannedQuestions = Array.from({ length: count }, () => {
        const [at, page] = pick(numberedPages, next);
        return { reader: pick(readers, next), door: pick(doorList, next), ...pickQuestion(page, at, next) };
      });
      const answeredCounts = Object.fromEntries(doorList.map(([name]) => [name, 0]));
      const typedWords = new Set<string>();
      const leaks: string[] = [];
      let questionCount = 0;
      await takeTurns(plannedQuestions, async ({ reader, door: [name, ask], question, typedWord }) => {
        questionCount += 1;
        onQuestion?.(questionCount);
        if (typedWord !== undefined) typedWords.add(typedWord);
        const [text, isAnswered] = await ask(reader, question);
        const where = `${name} "${question}" by ${reader.who.join(' ')}`;
        reader.look(where, text, typedWord);
        for (const [path] of text.matchAll(/\/docs\/[\w/]*p\d+/g))
          if (reader.hiddenPaths.has(path)) leaks.push(`${where}: ${path}`);
        if (isAnswered) answeredCounts[name] = (answeredCounts[name] ?? 0) + 1;
      });
      for (const word of findWords(server.logText())) leaks.push(`the log: ${word}`);
      for (const { file, word } of await findStoredWords())
        if (!typedWords.has(word)) leaks.push(`${file}: ${word}`);
      return {
        answeredCounts,
        tries: readers.reduce((sum, { result }) => sum + result.tries, 0),
        leaks: [...leaks, ...readers.flatMap(({ result }) => result.leaks)],
        missing: [],
      };
    },
  };

  /** The words of pages in a text. A misspelt word is shorter, but a letter may follow it in a file. */
  function findWords(text: string): string[] {
    return [...new Set(text.match(canaryPattern))].filter((word) => byWord.has(word));
  }

  /**
   * The words in the files that the server wrote, such as its store with the questions that weren't answered. It also
   * stores the addresses of all pages, and those of tags have words.
   */
  async function findStoredWords(): Promise<{ file: string; word: string }[]> {
    const storedWords: { file: string; word: string }[] = [];
    const wordsInAddresses = new Set(findWords(addresses.join(' ')));
    for (const entry of await readdir(server.data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = await readFile(path.join(entry.parentPath, entry.name), 'latin1');
      for (const word of findWords(content))
        if (!wordsInAddresses.has(word)) storedWords.push({ file: entry.name, word });
    }
    return storedWords;
  }
}

/**
 * A question about a page, and its word if the question has it. Words of every second page are never typed: where one of
 * them occurs, the server revealed it.
 */
function pickQuestion(
  { canary }: CanaryPage,
  at: number,
  next: () => number,
): { question: string; typedWord?: string } {
  const misspelt = canary.slice(0, 6) + canary.slice(7);
  const beginning = canary.slice(0, -3);
  const questions = [
    `What is the word ${misspelt}?`,
    `Where does it say ${beginning}?`,
    `Which pages with tag-${at % 50} have a word?`,
    `How do I find the part ${beginning}?`,
  ];
  if (at % 2 === 1) return { question: pick(questions, next) };
  return {
    question: pick([`What is the word ${canary}?`, `Where is the part ${canary}?`], next),
    typedWord: canary,
  };
}

async function takeTurns<Item>(items: readonly Item[], one: (item: Item) => Promise<void>): Promise<void> {
  const remainingItems = items.values();
  const turn = async () => {
    for (const item of remainingItems) await one(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, turn));
}
