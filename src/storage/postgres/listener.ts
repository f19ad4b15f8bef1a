import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { runInBackground } from '../../shared/in-background.ts';
import type { DatabaseEvent } from '../database.ts';
import { createConnectionSettings, type PostgresOptions } from './connection-settings.ts';
import { createPrimaryFinder } from './primary.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** How often we prove that messages arrive. Cached sessions are trusted for little longer than this. */
const PROVE_EVERY_MS = 1_000;
/** How long a message may take to return after the database accepted it. It takes milliseconds on a busy machine. */
const ARRIVAL_MS = 1_000;
/** A connection that receives nothing is opened again after this time, which doubles with each attempt. */
const FIRST_UNHEARD_RETRY_MS = 1_000;
const LAST_UNHEARD_RETRY_MS = 60_000;

interface ListenOptions {
  /** URL of the database, or a separate one for listening (`DATABASE_LISTEN_URL`). */
  url: string;
  channel: string;
  options: PostgresOptions;
  /** Sends a message on a connection of the pool, as other processes do. Rejects if the database doesn't accept it. */
  notify(channel: string, text: string): Promise<unknown>;
  onEvent(event: DatabaseEvent): void;
}

/**
 * Listens on a dedicated connection, and proves every second that messages arrive: a message to a channel that only
 * this process listens to must come back. An accepted LISTEN proves nothing, because PgBouncer in transaction mode
 * accepts LISTEN and then delivers nothing. The message is sent on another connection, because such a pooler does
 * deliver what a connection sends to itself. PostgreSQL delivers messages in the order of their commits, so when the
 * proof arrives, everything published before it has arrived too.
 *
 * Reconnects until it is stopped. Returns a function that stops it.
 */
export function listenForMessages({
  url,
  channel,
  options,
  notify,
  onEvent,
}: ListenOptions): () => Promise<void> {
  const primary = createPrimaryFinder(url, options);
  const proofChannel = `${channel}_proof_${randomUUID().replaceAll('-', '')}`;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let unheardRetryMs = FIRST_UNHEARD_RETRY_MS;
  let hasProof = false;
  let awaitedProof: { text: string; arrived: () => void } | undefined;
  let isStopped = false;

  function retryAfter(ms: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      openingClient = open();
    }, ms).unref();
  }

  function drop(lostClient: Client): void {
    client = undefined;
    hasProof = false;
    awaitedProof = undefined;
    lostClient.end().catch(() => {});
  }

  /** `sinceMs`: for how long the database may have been unreachable. */
  function disconnect(lostClient: Client, sinceMs = 0): void {
    if (client !== lostClient) return;
    drop(lostClient);
    primary.forget();
    onEvent({ kind: 'disconnected', sinceMs });
    retryAfter(retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  }

  /** The database answers, but published messages don't arrive here. */
  function giveUp(unheardClient: Client): void {
    if (client !== unheardClient) return;
    drop(unheardClient);
    onEvent({ kind: 'unheard' });
    retryAfter(unheardRetryMs);
    unheardRetryMs = Math.min(2 * unheardRetryMs, LAST_UNHEARD_RETRY_MS);
  }

  async function open(): Promise<void> {
    let openedClient: Client | undefined;
    try {
      const newClient = new Client({
        ...createConnectionSettings(await primary.find(), options),
        query_timeout: options.connectTimeoutMs ?? 3_000,
      });
      openedClient = newClient;
      newClient.on('error', () => disconnect(newClient));
      newClient.on('end', () => disconnect(newClient));
      newClient.on('notification', (message) => client === newClient && receive(message));
      await newClient.connect();
      client = newClient;
      // Both statements run in one transaction, so that a pooler can't give the two channels to different connections.
      await newClient.query(`LISTEN ${escapeIdentifier(channel)}; LISTEN ${escapeIdentifier(proofChannel)}`);
    } catch {
      // Queries report what is wrong with the database.
      client = undefined;
      openedClient?.end().catch(() => {});
      primary.forget();
      retryAfter(retryMs);
      retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
      return;
    }
    if (isStopped) {
      client = undefined;
      await openedClient.end().catch(() => {});
      return;
    }
    retryMs = FIRST_RETRY_MS;
    runInBackground(prove(openedClient));
  }

  function receive({ channel: name, payload = '' }: { channel: string; payload?: string | undefined }): void {
    if (name !== proofChannel) {
      onEvent({ kind: 'message', text: payload });
      return;
    }
    if (payload === awaitedProof?.text) awaitedProof.arrived();
  }

  /** Sends no query on the listening connection meanwhile: a pooler may deliver messages only along with an answer. */
  async function prove(listeningClient: Client): Promise<void> {
    const text = randomUUID();
    const arrival = Promise.withResolvers<true>();
    awaitedProof = { text, arrived: () => arrival.resolve(true) };
    const sentAt = performance.now();
    try {
      await notify(proofChannel, text);
    } catch {
      disconnect(listeningClient, performance.now() - sentAt);
      return;
    }
    const hasArrived = await Promise.race([arrival.promise, waitForTimeout(ARRIVAL_MS)]);
    if (client !== listeningClient) return;
    if (!hasArrived) {
      giveUp(listeningClient);
      return;
    }
    if (!hasProof) onEvent({ kind: 'connected' });
    hasProof = true;
    unheardRetryMs = FIRST_UNHEARD_RETRY_MS;
    onEvent({ kind: 'current', ageMs: performance.now() - sentAt });
    timer = setTimeout(() => runInBackground(prove(listeningClient)), PROVE_EVERY_MS).unref();
  }

  let openingClient = open();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await openingClient;
    clearTimeout(timer);
    const last = client;
    client = undefined;
    await last?.end().catch(() => {});
  };
}

/** Resolves after this time, and after pending input was read: the process may have been suspended meanwhile. */
async function waitForTimeout(ms: number): Promise<false> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
  await nextTurn();
  await nextTurn();
  return false;
}
