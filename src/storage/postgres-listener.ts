import { Client } from 'pg';
import { z } from 'zod';
import { connectionSettings, type PostgresOptions } from './postgres-connection.ts';
import { CHANNEL } from './postgres-statements.ts';
import type { SessionNews } from './store.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** A connection that died without a word is noticed after this at the latest. */
const HEARTBEAT_MS = 5_000;

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), tokenHash: z.string() }),
  z.object({ kind: z.literal('ended'), tokenHash: z.string() }),
  z.object({ kind: z.literal('all-ended'), accountId: z.string() }),
]);

/** Listens on a connection of its own, for as long as it takes to get one back. Returns what ends it. */
export function listen(
  url: string,
  options: PostgresOptions,
  tell: (news: SessionNews) => void,
): () => Promise<void> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let ended = false;

  function lose(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    tell({ kind: 'disconnected' });
    lost.end().catch(() => {});
    again();
  }

  function again(): void {
    if (ended) return;
    timer = setTimeout(() => {
      opening = open();
    }, retryMs).unref();
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  }

  async function open(): Promise<void> {
    const made = new Client({
      ...connectionSettings(url, options),
      // The heartbeat asks nothing that takes time.
      query_timeout: options.connectTimeoutMs ?? 3_000,
    });
    made.on('error', () => lose(made));
    made.on('end', () => lose(made));
    made.on('notification', ({ payload }) => {
      const parsed = news.safeParse(parseJson(payload));
      // What we cannot read, a newer version wrote: it may be about any session.
      if (client === made) tell(parsed.success ? parsed.data : { kind: 'connected' });
    });
    try {
      await made.connect();
      await made.query(`LISTEN ${CHANNEL}`);
    } catch {
      // The store itself says what is wrong to whoever asks it.
      made.end().catch(() => {});
      again();
      return;
    }
    if (ended) {
      await made.end().catch(() => {});
      return;
    }
    client = made;
    retryMs = FIRST_RETRY_MS;
    tell({ kind: 'connected' });
    beat(made);
  }

  function beat(on: Client): void {
    timer = setTimeout(() => {
      on.query('SELECT 1').then(
        () => client === on && beat(on),
        () => lose(on),
      );
    }, HEARTBEAT_MS).unref();
  }

  let opening = open();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await opening;
    const last = client;
    client = undefined;
    await last?.end().catch(() => {});
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
