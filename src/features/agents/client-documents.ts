import { isRecord, readJson } from '../../shared/json.ts';
import { type ClientRecord, clientMetadata } from './client-metadata.ts';
import { type FetchedDocument, isDocumentAddress } from './fetch-client-document.ts';

const MINUTE_MS = 60_000;
/** Shortest time that a document is used before it is fetched again, whatever its own cache headers say. */
const CACHE_MIN_MS = 5 * MINUTE_MS;
/** Longest time. */
const CACHE_MAX_MS = 60 * MINUTE_MS;
const CACHED_DOCUMENTS_MAX = 100;
/**
 * How long an address isn't asked again that gave no usable document. Otherwise anyone could make this server send
 * request after request to an address of their choice, each from another network.
 */
const FAILURE_MS = MINUTE_MS;
/** Concurrent fetches of the whole process. */
const FETCHES_MAX = 10;

interface ClientDocumentsOptions {
  fetchDocument(address: string): Promise<FetchedDocument | undefined>;
  /** Counts a fetch for the network that caused it. Resolves with false if that network has caused too many. */
  mayFetch(address: string): Promise<boolean>;
  now(): number;
}

interface CachedDocument {
  /** Undefined if the address gave no usable document. */
  client: ClientRecord | undefined;
  expiresAt: number;
}

/** Clients that are described by a document. Their client id is the URL of the document. */
export interface ClientDocuments {
  /**
   * Fetches the document of this client id, if the id is the URL of a document. `address` is the IP address of the
   * request. Resolves with `too-many` if its network, or this server, has too many fetches.
   */
  prepare(clientId: string, address: string): Promise<'done' | 'too-many'>;
  /** The client, if its document is in the cache. Never causes a request. */
  find(clientId: string): ClientRecord | undefined;
}

/**
 * Creates the cache of client documents. Only `prepare` fetches documents, with the client id of the current request. The
 * library's look-ups use `find`, which only reads the cache.
 */
export function createClientDocuments({
  fetchDocument,
  mayFetch,
  now,
}: ClientDocumentsOptions): ClientDocuments {
  /** The least recently used document comes first. */
  const cache = new Map<string, CachedDocument>();
  const fetches = new Map<string, Promise<CachedDocument>>();

  function cacheDocument(clientId: string, document: CachedDocument): void {
    cache.delete(clientId);
    const [oldest] = cache.keys();
    if (cache.size >= CACHED_DOCUMENTS_MAX && oldest !== undefined) cache.delete(oldest);
    cache.set(clientId, document);
  }

  async function load(clientId: string): Promise<CachedDocument> {
    const fetchResult = await fetchDocument(clientId);
    const client = fetchResult && readDocument(clientId, fetchResult.text);
    const cacheMs = client ? parseCacheMs(fetchResult.cacheControl) : FAILURE_MS;
    return { client, expiresAt: now() + cacheMs };
  }

  return {
    prepare: async (clientId: string, address: string): Promise<'done' | 'too-many'> => {
      if (!isDocumentAddress(clientId)) return 'done';
      const cachedDocument = cache.get(clientId);
      if (cachedDocument !== undefined && now() < cachedDocument.expiresAt) {
        cacheDocument(clientId, cachedDocument);
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
      cacheDocument(clientId, await fetch);
      return 'done';
    },
    find: (clientId: string): ClientRecord | undefined => cache.get(clientId)?.client,
  };
}

/** Returns `undefined` if the document doesn't describe a client that this server accepts. */
function readDocument(clientId: string, text: string): ClientRecord | undefined {
  const document = readJson(text);
  if (!isRecord(document) || document.client_id !== clientId) return undefined;
  // A secret in a public document isn't secret, and this server doesn't support clients that authenticate with a key.
  if ('client_secret' in document || 'client_secret_expires_at' in document) return undefined;
  const { token_endpoint_auth_method: method = 'none' } = document;
  const { data } = clientMetadata.safeParse(document);
  if (method !== 'none' || data === undefined) return undefined;
  return { ...data, client_id: clientId, token_endpoint_auth_method: 'none' };
}

function parseCacheMs(cacheControl: string | undefined): number {
  const [, seconds = '0'] = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  return Math.min(CACHE_MAX_MS, Math.max(CACHE_MIN_MS, Number(seconds) * 1_000));
}
