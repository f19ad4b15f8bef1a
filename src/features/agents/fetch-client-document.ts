import { type LookupAddress, lookup as lookUpName } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as sendRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type ConnectionOptions, connect as connectByTls, type TLSSocket } from 'node:tls';
import { isPublicAddress } from '../../shared/public-address.ts';

/** Limit for the whole fetch, from the name look-up to the last byte. */
const FETCH_TIMEOUT_MS = 2_500;
const DOCUMENT_MAX_BYTES = 5 * 1024;
const HEADERS_MAX_BYTES = 8 * 1024;
const CLIENT_ID_MAX_CHARACTERS = 1_000;
const HTTPS_PORT = 443;

/** The network functions that a fetch needs. Tests replace them. */
export interface DocumentNetwork {
  /** Looks up all addresses of a host name. */
  resolve(
    hostname: string,
    answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void;
  connect(options: ConnectionOptions): TLSSocket;
}

export interface FetchedDocument {
  text: string;
  cacheControl: string | undefined;
}

const internet: DocumentNetwork = {
  resolve: (hostname, answer) => lookUpName(hostname, { all: true }, answer),
  connect: connectByTls,
};

/**
 * Whether a client id is the URL of a client metadata document that this server may fetch: HTTPS on port 443 of a
 * host name, without user info, fragment and dot segments (draft-ietf-oauth-client-id-metadata-document, section 3).
 */
export function isDocumentAddress(clientId: string): boolean {
  if (
    clientId.length > CLIENT_ID_MAX_CHARACTERS ||
    !/^https:\/\/[^/?#@\\]+\/[^#\\\s\p{C}]*$/iu.test(clientId)
  )
    return false;
  const url = URL.parse(clientId);
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return false;
  const [rawPath = ''] = clientId.replace(/^https:\/\/[^/]+/i, '').split('?');
  const hasDotSegment = rawPath.split('/').some((segment) => /^\.{1,2}$/.test(segment.replace(/%2e/gi, '.')));
  return !hasDotSegment && isHostName(url.hostname);
}

/** The URL parser has already converted `127.1`, `0x7f000001` and the like to complete IP addresses. */
function isHostName(hostname: string): boolean {
  return !hostname.startsWith('[') && isIP(hostname) === 0;
}

/**
 * Sends one GET to `address`, which `isDocumentAddress` has accepted. Doesn't follow redirects or decompress, stops at
 * 5 kB or after 2.5 seconds, and connects to public addresses only. All failures look the same to the caller, so that
 * they don't reveal what this server can reach.
 */
export async function fetchClientDocument(
  address: string,
  network: DocumentNetwork = internet,
): Promise<FetchedDocument | undefined> {
  try {
    const response = await sendGet(new URL(address), network);
    const { 'cache-control': cacheControl, 'content-encoding': encoding = 'identity' } = response.headers;
    if (response.statusCode !== 200 || encoding !== 'identity') {
      response.destroy();
      return undefined;
    }
    const text = await readText(response);
    return text === undefined ? undefined : { text, cacheControl };
  } catch {
    return undefined;
  }
}

function sendGet(url: URL, network: DocumentNetwork): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, {
      method: 'GET',
      // Without an agent, Node assumes that 80 is the usual port, and would send `Host: agent.example:80`.
      defaultPort: HTTPS_PORT,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      maxHeaderSize: HEADERS_MAX_BYTES,
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      createConnection: () =>
        network.connect({
          host: url.hostname,
          port: HTTPS_PORT,
          servername: url.hostname,
          ALPNProtocols: ['http/1.1'],
          lookup: createPublicLookup(network.resolve),
        }),
    });
    request.once('response', resolve).once('error', reject).end();
  });
}

/** Node connects only to the result of this look-up, so a name with a private address gets no TCP connection. */
function createPublicLookup(resolve: DocumentNetwork['resolve']): LookupFunction {
  return (hostname, options, answer) =>
    resolve(hostname, (error, addresses) => {
      const isPublic = addresses?.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
      const failure = error ?? (isPublic ? null : new Error("The host isn't on the public internet."));
      if (failure !== null) answer(failure, []);
      else if (options.all) answer(null, addresses);
      else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
}

async function readText(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop destroys the connection.
    if (bytes > DOCUMENT_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
