import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Typed } from './typing-readers.ts';

/** The readers' task: the only message this process receives. It answers with `Typed`. */
export interface TypingTask {
  origin: string;
  /** One cookie per reader. Each reader has an account of their own. */
  cookies: readonly string[];
  page: string;
  queries: readonly string[];
  seconds: number;
  /** Time between two letters. */
  letterMs: number;
  /**
   * Time for which readers look at the hits of each query. They type on, whatever the answers do, as people
   * in a browser do. Undefined: readers type without a break, and wait for the answer to each letter.
   */
  thinkMs?: number | undefined;
  /**
   * With `thinkMs`: number of letters of each query that are typed, the last ones. The field has the rest
   * already.
   */
  lettersTyped?: number | undefined;
}

process.once('message', async (task: TypingTask) => {
  process.send?.(await typeQueries(task), () => process.disconnect());
});

async function typeQueries({
  origin,
  cookies,
  page,
  queries,
  seconds,
  letterMs,
  thinkMs,
  lettersTyped = Number.POSITIVE_INFINITY,
}: TypingTask): Promise<Typed> {
  const typingResult: Typed = { searches: 0, errors: [], times: [], pageTimes: [] };
  // Connections are kept open, as in browsers.
  const agent = new Agent({ keepAlive: true });
  const readers = cookies.length;
  const measureAnswer = async (
    reader: number,
    times: number[],
    path: string,
    options: RequestOptions,
    body?: string,
  ) => {
    const startedAt = performance.now();
    const headers = { cookie: cookies[reader], ...options.headers };
    const error = await readAnswer(new URL(path, origin), { ...options, agent, headers }, body);
    times.push(performance.now() - startedAt);
    if (error !== undefined) typingResult.errors.push(`${path}: ${error}`);
  };
  const search = (reader: number, query: string) => {
    typingResult.searches += 1;
    const body = JSON.stringify({ requests: [{ indexName: 'docs', query }] });
    const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) };
    return measureAnswer(
      reader,
      typingResult.times,
      '/1/indexes/*/queries',
      { method: 'POST', headers },
      body,
    );
  };
  // The first one waits until the index is open.
  await search(0, 'a');
  typingResult.times.length = 0;
  const until = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() > until;
  const typeWithoutBreak = async (reader: number) => {
    await pause((letterMs * reader) / readers);
    for (let at = reader; !isOver(); at += 1) {
      const query = queries[at % queries.length] ?? '';
      for (let length = 1; length <= query.length && !isOver(); length += 1) {
        await Promise.all([search(reader, query.slice(0, length)), pause(letterMs)]);
      }
    }
  };
  const typeAndThink = async (reader: number, pauseMs: number) => {
    await pause((pauseMs * reader) / readers);
    for (let at = reader; !isOver(); at += 1) {
      const query = queries[at % queries.length] ?? '';
      const answers: Promise<void>[] = [];
      const first = Math.max(1, query.length - lettersTyped + 1);
      for (let length = first; length <= query.length && !isOver(); length += 1) {
        answers.push(search(reader, query.slice(0, length)));
        await pause(letterMs);
      }
      await Promise.all(answers);
      await pause(pauseMs);
    }
  };
  const type = (reader: number) =>
    thinkMs === undefined ? typeWithoutBreak(reader) : typeAndThink(reader, thinkMs);
  const read = async () => {
    while (!isOver())
      await Promise.all([measureAnswer(0, typingResult.pageTimes, page, {}), pause(letterMs)]);
  };
  await Promise.all([...Array.from({ length: readers }, (_, reader) => type(reader)), read()]);
  agent.destroy();
  for (const times of [typingResult.times, typingResult.pageTimes]) times.sort((a, b) => a - b);
  return typingResult;
}

/** Reads the whole answer. Returns what is wrong with it, if anything. */
function readAnswer(url: URL, options: RequestOptions, body?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const outgoingRequest = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', (error) => resolve(error.message));
      response.on('end', () => {
        resolve(response.statusCode === 200 ? undefined : `${response.statusCode} ${text.slice(0, 200)}`);
      });
    });
    outgoingRequest.on('error', (error) => resolve(error.message));
    outgoingRequest.end(body);
  });
}
