import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { inBackground } from '../../shared/in-background.ts';
import type { DatabaseEvent } from '../database.ts';
import { connectionSettings, type PostgresOptions } from './connection-settings.ts';
import { createPrimaryFinder } from './primary.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** How often we prove that a message arrives. Memory is trusted for little longer than this. */
const PROVE_EVERY_MS = 1_000;
/** How long a message may take to come back once the database has taken it. On a busy machine it takes milliseconds. */
const ARRIVAL_MS = 1_000;
/** A connection that hears nothing is opened again after this, and then after twice as long each time. */
const FIRST_UNHEARD_RETRY_MS = 1_000;
const LAST_UNHEARD_RETRY_MS = 60_000;

interface ListenOptions {
  /** The address of the database, or the one to listen at. */
  url: string;
  channel: string;
  options: PostgresOptions;
  /** Sends a message to a channel as everybody else does: on a connection of the pool. Rejects when it isn't taken. */
  notify(channel: string, text: string): Promise<unknown>;
  onEvent(event: DatabaseEvent): void;
}

/**
 * Listens on a connection of its own, and proves every second that it hears: a message to a channel that only this
 * process listens to must come back. PgBouncer in transaction mode accepts LISTEN and passes nothing on, so an accepted
 * LISTEN proves nothing. The message goes out on another connection, because such a pooler does pass on what a
 * connection tells itself. PostgreSQL delivers messages in the order of their commits, so when the proof arrives, so
 * has everything that was published before it was sent.
 *
 * Tries again for as long as it takes. Returns what ends it.
 */
export function listen({ url, channel, options, notify, onEvent }: ListenOptions): () => Promise<void> {
  const primary = createPrimaryFinder(url, options);
  const proofChannel = `${channel}_proof_${randomUUID().replaceAll('-', '')}`;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let unheardRetryMs = FIRST_UNHEARD_RETRY_MS;
  let hasProof = false;
  let awaited: { text: string; arrived: () => void } | undefined;
  let ended = false;

  function retryIn(ms: number): void {
    if (ended) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      opening = open();
    }, ms).unref();
  }

  function drop(lost: Client): void {
    client = undefined;
    hasProof = false;
    awaited = undefined;
    lost.end().catch(() => {});
  }

  /** `sinceMs`: for how long the database may have been gone. */
  function disconnect(lost: Client, sinceMs = 0): void {
    if (client !== lost) return;
    drop(lost);
    primary.forget();
    onEvent({ kind: 'disconnected', sinceMs });
    retryIn(retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  }

  /** The database answers, and what it was told doesn't arrive here. */
  function giveUp(deaf: Client): void {
    if (client !== deaf) return;
    drop(deaf);
    onEvent({ kind: 'unheard' });
    retryIn(unheardRetryMs);
    unheardRetryMs = Math.min(2 * unheardRetryMs, LAST_UNHEARD_RETRY_MS);
  }

  async function open(): Promise<void> {
    let opened: Client | undefined;
    try {
      const made = new Client({
        ...connectionSettings(await primary.find(), options),
        query_timeout: options.connectTimeoutMs ?? 3_000,
      });
      opened = made;
      made.on('error', () => disconnect(made));
      made.on('end', () => disconnect(made));
      made.on('notification', (message) => client === made && receive(message));
      await made.connect();
      client = made;
      // One transaction, so that a pooler can't give the two channels to different connections.
      await made.query(`LISTEN ${escapeIdentifier(channel)}; LISTEN ${escapeIdentifier(proofChannel)}`);
    } catch {
      // The database itself says what is wrong to whoever asks it.
      client = undefined;
      opened?.end().catch(() => {});
      primary.forget();
      retryIn(retryMs);
      retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
      return;
    }
    if (ended) {
      client = undefined;
      await opened.end().catch(() => {});
      return;
    }
    retryMs = FIRST_RETRY_MS;
    inBackground(prove(opened));
  }

  function receive({ channel: name, payload = '' }: { channel: string; payload?: string | undefined }): void {
    if (name !== proofChannel) {
      onEvent({ kind: 'message', text: payload });
      return;
    }
    if (payload === awaited?.text) awaited.arrived();
  }

  /** Nothing is asked of the listening connection meanwhile: a pooler may pass messages on along with an answer. */
  async function prove(on: Client): Promise<void> {
    const text = randomUUID();
    const arrival = Promise.withResolvers<true>();
    awaited = { text, arrived: () => arrival.resolve(true) };
    const sentAt = performance.now();
    try {
      await notify(proofChannel, text);
    } catch {
      disconnect(on, performance.now() - sentAt);
      return;
    }
    const hasArrived = await Promise.race([arrival.promise, timeout(ARRIVAL_MS)]);
    if (client !== on) return;
    if (!hasArrived) {
      giveUp(on);
      return;
    }
    if (!hasProof) onEvent({ kind: 'connected' });
    hasProof = true;
    unheardRetryMs = FIRST_UNHEARD_RETRY_MS;
    onEvent({ kind: 'current', ageMs: performance.now() - sentAt });
    timer = setTimeout(() => inBackground(prove(on)), PROVE_EVERY_MS).unref();
  }

  let opening = open();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await opening;
    clearTimeout(timer);
    const last = client;
    client = undefined;
    await last?.end().catch(() => {});
  };
}

/** `false` after this time, and after whatever waited to be read meanwhile was read: a process may have been stopped. */
async function timeout(ms: number): Promise<false> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
  await nextTurn();
  await nextTurn();
  return false;
}
