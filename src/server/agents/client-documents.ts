import { isRecord, readJson } from '../../shared/json.ts';
import { type ClientRecord, clientMetadata } from './client-metadata.ts';
import { type FetchedDocument, isDocumentAddress } from './fetch-client-document.ts';

const MINUTE_MS = 60_000;
/** How long a document is used before it is fetched again, whatever it says itself. */
const CACHE_MIN_MS = 5 * MINUTE_MS;
const CACHE_MAX_MS = 60 * MINUTE_MS;
const CACHED_DOCUMENTS_MAX = 100;
/** Fetches under way at the same time, of all who ask. */
const FETCHES_MAX = 10;

interface ClientDocumentsOptions {
  fetchDocument(address: string): Promise<FetchedDocument | undefined>;
  /** Counts a fetch for the network that causes it. `false`: it has caused too many. */
  mayFetch(address: string): Promise<boolean>;
  now(): number;
}

interface CachedDocument {
  client: ClientRecord;
  expiresAt: number;
}

export type ClientDocuments = ReturnType<typeof createClientDocuments>;

/**
 * Clients that are described by a document at the address that is their client id. `prepare` is the only thing on this
 * server that fetches such a document, and it is called with the client id of the request at hand. What the library
 * looks up later comes from memory: a lookup never causes a request.
 */
export function createClientDocuments({ fetchDocument, mayFetch, now }: ClientDocumentsOptions) {
  /** The one that was used longest ago comes first. */
  const cache = new Map<string, CachedDocument>();
  const fetches = new Map<string, Promise<CachedDocument | undefined>>();

  function keep(clientId: string, document: CachedDocument): void {
    cache.delete(clientId);
    const [oldest] = cache.keys();
    if (cache.size >= CACHED_DOCUMENTS_MAX && oldest !== undefined) cache.delete(oldest);
    cache.set(clientId, document);
  }

  async function load(clientId: string): Promise<CachedDocument | undefined> {
    const fetched = await fetchDocument(clientId);
    const client = fetched && readDocument(clientId, fetched.text);
    return client && { client, expiresAt: now() + cacheMs(fetched.cacheControl) };
  }

  return {
    /**
     * Gets the client that this id names, if it names a document. `address`: where the request came from.
     * `too-many`: the network, or this server, has too many fetches.
     */
    prepare: async (clientId: string, address: string): Promise<'done' | 'too-many'> => {
      if (!isDocumentAddress(clientId)) return 'done';
      const cached = cache.get(clientId);
      if (cached !== undefined && now() < cached.expiresAt) {
        keep(clientId, cached);
        return 'done';
      }
      cache.delete(clientId);
      if (!(await mayFetch(address))) return 'too-many';
      let fetch = fetches.get(clientId);
      if (fetch === undefined) {
        if (fetches.size >= FETCHES_MAX) return 'too-many';
        fetch = load(clientId).finally(() => fetches.delete(clientId));
        fetches.set(clientId, fetch);
      }
      const document = await fetch;
      if (document !== undefined) keep(clientId, document);
      return 'done';
    },
    find: (clientId: string): ClientRecord | undefined => cache.get(clientId)?.client,
  };
}

/** `undefined`: the document describes no client that this server lets in. */
function readDocument(clientId: string, text: string): ClientRecord | undefined {
  const document = readJson(text);
  if (!isRecord(document) || document.client_id !== clientId) return undefined;
  // A secret in a public document is none, and a client that proves itself by a key can't do so here.
  if ('client_secret' in document || 'client_secret_expires_at' in document) return undefined;
  const { token_endpoint_auth_method: method = 'none' } = document;
  const { data } = clientMetadata.safeParse(document);
  if (method !== 'none' || data === undefined) return undefined;
  return { ...data, client_id: clientId, token_endpoint_auth_method: 'none' };
}

function cacheMs(cacheControl: string | undefined): number {
  const [, seconds = '0'] = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  return Math.min(CACHE_MAX_MS, Math.max(CACHE_MIN_MS, Number(seconds) * 1_000));
}
