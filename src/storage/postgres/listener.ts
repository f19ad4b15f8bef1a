import { Client } from 'pg';
import type { DatabaseEvent } from '../database.ts';
import { connectionSettings, type PostgresOptions } from './connection.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** A connection that died without a word is noticed after this at the latest. */
const HEARTBEAT_MS = 5_000;

/** Listens on a connection of its own, for as long as it takes to get one back. Returns what ends it. */
export function listen(
  url: string,
  channel: string,
  options: PostgresOptions,
  onEvent: (event: DatabaseEvent) => void,
): () => Promise<void> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let ended = false;

  function disconnect(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    onEvent({ kind: 'disconnected' });
    lost.end().catch(() => {});
    retry();
  }

  function retry(): void {
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
    made.on('error', () => disconnect(made));
    made.on('end', () => disconnect(made));
    made.on('notification', ({ payload = '' }) => {
      if (client === made) onEvent({ kind: 'message', text: payload });
    });
    try {
      await made.connect();
      await made.query(`LISTEN ${channel}`);
    } catch {
      // The database itself says what is wrong to whoever asks it.
      made.end().catch(() => {});
      retry();
      return;
    }
    if (ended) {
      await made.end().catch(() => {});
      return;
    }
    client = made;
    retryMs = FIRST_RETRY_MS;
    onEvent({ kind: 'connected' });
    heartbeat(made);
  }

  function heartbeat(on: Client): void {
    timer = setTimeout(() => {
      on.query('SELECT 1').then(
        () => client === on && heartbeat(on),
        () => disconnect(on),
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
