import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';
import { createAgentsFeature } from '../src/features/agents/feature.ts';
import type { DocumentNetwork } from '../src/features/agents/fetch-client-document.ts';
import type { Feature } from '../src/features/feature.ts';
import { engineFeatures } from '../src/features/index.ts';

/** The publisher's address, from a public range. */
const PUBLISHER_ADDRESS = '9.9.9.9';

export interface DocumentInternet {
  /** The features of the program, with agents whose documents are fetched from here. */
  features: readonly Feature[];
  /** Host name → the addresses that it resolves to. The default is the publisher's address. */
  addresses: Map<string, readonly string[]>;
  /** Path → the publisher's answer. */
  answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** The requests that the publisher received, such as `GET /client.json`. */
  requests: string[];
  /** Host names that were resolved. */
  resolved: string[];
  /** The number of TCP connections that arrived. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * A publisher of client metadata documents that listens on loopback, on a port of its own, with a certificate for these
 * host names. Names are resolved here; every connection that the server opens arrives at the publisher, whatever address
 * the server chose, so one to a private address would be counted, too.
 */
export async function startDocumentInternet(...hostnames: string[]): Promise<DocumentInternet> {
  const altNames = hostnames.map((value) => ({ type: 2 as const, value }));
  const pems = await generate([{ name: 'commonName', value: hostnames[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const addresses: DocumentInternet['addresses'] = new Map();
  const answers: DocumentInternet['answers'] = new Map();
  const requests: string[] = [];
  const resolvedHosts: string[] = [];
  let connections = 0;
  const publisher = createServer({ key: pems.private, cert: pems.cert }, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  publisher.on('connection', () => connections++);
  publisher.listen(0, '127.0.0.1');
  await once(publisher, 'listening');
  const listening = publisher.address();
  const port = typeof listening === 'object' ? (listening?.port ?? 0) : 0;

  const network: DocumentNetwork = {
    resolve: (hostname, answer) => {
      resolvedHosts.push(hostname);
      const hostAddresses = addresses.get(hostname) ?? [PUBLISHER_ADDRESS];
      answer(
        null,
        hostAddresses.map((address) => ({ address, family: isIP(address) })),
      );
    },
    connect: ({ lookup, ...options }) => {
      if (lookup === undefined) throw new Error("Addresses aren't checked.");
      return connect({
        ...options,
        port,
        ca: pems.cert,
        lookup: (hostname, lookupOptions, answer) =>
          lookup(hostname, lookupOptions, (error) =>
            error ? answer(error, []) : answer(null, [{ address: '127.0.0.1', family: 4 }]),
          ),
      });
    },
  };
  const agents = createAgentsFeature({ network });
  return {
    features: engineFeatures.map((feature) => (feature.name === agents.name ? agents : feature)),
    addresses,
    answers,
    requests,
    resolved: resolvedHosts,
    connections: () => connections,
    close: async () => {
      publisher.closeAllConnections();
      publisher.close();
      await once(publisher, 'close');
    },
  };
}

/** Answers with this document. */
export function createDocumentAnswer(document: object) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document));
  };
}
