import { Agent, request } from 'node:http';

/** One read: what came back, and when. Times are of `performance.now()`. */
export interface Read {
  begun: number;
  ended: number;
  /** `undefined` where the whole article came; else what came instead. */
  fault?: string;
}

export interface ReadersOptions {
  origin: string;
  path: string;
  /** Stands in every whole answer. */
  contains: string;
  /** One reader for each: a connection that is kept open. */
  cookies: readonly string[];
  /** From the answer to the next request. */
  thinkMs: number;
}

export interface Readers {
  reads: Read[];
  /** Lets the reads under way come to their end. */
  stop(): Promise<Read[]>;
}

/** Readers that go on reading until they are stopped. */
export function startReading({ origin, path, contains, cookies, thinkMs }: ReadersOptions): Readers {
  const reads: Read[] = [];
  const leaving = new AbortController();
  const all = cookies.map(async (cookie, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Spread over the time that each waits, as people are.
    await wait((thinkMs * index) / cookies.length, leaving.signal);
    while (!leaving.signal.aborted) {
      const begun = performance.now();
      const fault = await read(agent, `${origin}${path}`, cookie, contains);
      reads.push({ begun, ended: performance.now(), ...(fault === undefined ? {} : { fault }) });
      await wait(thinkMs, leaving.signal);
    }
    agent.destroy();
  });
  return {
    reads,
    stop: async () => {
      leaving.abort();
      await Promise.all(all);
      return reads;
    },
  };
}

function read(agent: Agent, url: string, cookie: string, contains: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers: { cookie, accept: 'text/html' }, timeout: 20_000 });
    sent.once('timeout', () => sent.destroy(new Error('no answer in 20 s')));
    sent.once('error', (error) => resolve(String(error)));
    sent.once('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        body += chunk;
      });
      answer.once('error', (error) => resolve(String(error)));
      answer.once('end', () => {
        if (answer.statusCode !== 200) resolve(`status ${answer.statusCode}`);
        else resolve(body.includes(contains) ? undefined : 'not the article');
      });
    });
    sent.end();
  });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
