import { Agent, request } from 'node:http';

/** One read: what came back, and when. Times are of `performance.now()`. */
export interface Read {
  /** Index of the reader. */
  who: number;
  startedAt: number;
  endedAt: number;
  /** Describes the answer if it wasn't the whole article. */
  fault?: string;
}

export interface ReadersOptions {
  origin: string;
  path: string;
  /** Text that every complete answer contains. */
  contains: string;
  /** One cookie per reader. Each reader has a connection that stays open. */
  cookies: readonly string[];
  /** Time between an answer and the next request. */
  thinkMs: number;
}

export interface Readers {
  reads: Read[];
  /** Waits for the pending reads. */
  stop(): Promise<Read[]>;
}

/** Readers that go on reading until they are stopped. */
export function startReading({ origin, path, contains, cookies, thinkMs }: ReadersOptions): Readers {
  return startAsking(cookies, thinkMs, (agent, cookie) =>
    askFor(agent, `${origin}${path}`, { headers: { cookie, accept: 'text/html' } }, contains),
  );
}

/** Readers that each send requests on a connection of their own until stopped. `ask` returns the fault, if any. */
export function startAsking<Who>(
  askers: readonly Who[],
  thinkMs: number,
  ask: (agent: Agent, who: Who, turn: number) => Promise<string | undefined>,
): Readers {
  const reads: Read[] = [];
  const stopSignal = new AbortController();
  const all = askers.map(async (who, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // The readers start at different times within their pause.
    await wait((thinkMs * index) / askers.length, stopSignal.signal);
    for (let turn = 0; !stopSignal.signal.aborted; turn++) {
      const startedAt = performance.now();
      const fault = await ask(agent, who, turn);
      reads.push({
        who: index,
        startedAt,
        endedAt: performance.now(),
        ...(fault === undefined ? {} : { fault }),
      });
      await wait(thinkMs, stopSignal.signal);
    }
    agent.destroy();
  });
  return {
    reads,
    stop: async () => {
      stopSignal.abort();
      await Promise.all(all);
      return reads;
    },
  };
}

/** Returns the fault of an answer that is incomplete or doesn't contain this text. */
export function askFor(
  agent: Agent,
  url: string,
  { method = 'GET', headers, body }: { method?: string; headers: Record<string, string>; body?: string },
  contains: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const outgoingRequest = request(url, { agent, method, headers, timeout: 20_000 });
    outgoingRequest.once('timeout', () => outgoingRequest.destroy(new Error('no answer in 20 s')));
    outgoingRequest.once('error', (error) => resolve(String(error)));
    outgoingRequest.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('error', (error) => resolve(String(error)));
      answer.once('end', () => {
        if (answer.statusCode !== 200) resolve(`status ${answer.statusCode}`);
        else resolve(text.includes(contains) ? undefined : 'not the article');
      });
    });
    outgoingRequest.end(body);
  });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}
