import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SearchRecord } from '../../src/search/index/record.ts';
import { levels } from '../../src/search/protocol/wire.ts';
import { escapeHtml } from '../../src/shared/html.ts';
import type { BenchEngine } from '../search/engines.ts';

/** The same site at another address, with a library that answers searches. */
export interface LibraryDoor {
  origin: string;
  close(): void;
}

/**
 * Forwards everything but searches to the site. The library answers searches from memory in the same format,
 * without highlights and without checking who searches, which is less work than the site does.
 */
export async function openLibraryDoor(
  site: string,
  records: readonly SearchRecord[],
  engine: BenchEngine,
): Promise<LibraryDoor> {
  const hits = new Map(records.map((record) => [record.url, createHit(record)]));
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/1/indexes/')) return passOn(site, request, response);
    const { requests } = JSON.parse(await text(request));
    const query = String(requests[0].query);
    const matchingHits = engine.search(query).map((url) => hits.get(url));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: [{ hits: matchingHits, nbHits: matchingHits.length, query }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an object as its address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createHit({ objectID, type, url, hierarchy, content }: SearchRecord) {
  const escapeIfText = (value: string | null) => (value === null ? null : escapeHtml(value));
  const titles = Object.fromEntries(levels.map((level) => [level, escapeIfText(hierarchy[level])]));
  return { objectID, type, url, hierarchy: titles, content: escapeIfText(content) };
}

function passOn(
  site: string,
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const outgoingRequest = request(new URL(url, site), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoingRequest.on('error', () => response.destroy());
  outgoingRequest.end();
}
