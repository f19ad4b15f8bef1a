import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MCP_PATH } from '../src/model/urls.ts';
import { createSiteSearch } from '../src/server/api/search.ts';
import { mcpRoutes } from '../src/server/mcp/mcp-route.ts';
import { builtForAll, type Manual } from './manuals.ts';
import { reader, startServer, type TestServer } from './server.ts';

/** The server over a built manual, listening, and what a reader's own tools need to ask it. */
export interface ToolsSite {
  server: TestServer;
  /** Of `/mcp`. */
  url: URL;
  /** A new token of the reader, or of the account with this id. */
  token(accountId?: string): Promise<{ id: string; secret: string; accountId: string }>;
  /** The official client, connected. */
  connect(secret: string): Promise<Client>;
  close(): Promise<void>;
}

/** `baseUrl`: the public address, where something is in front of it. Outside of the test runner the manual is built already. */
export async function openToolsSite(manual: Manual, baseUrl?: string): Promise<ToolsSite> {
  await builtForAll(manual);
  const data = await mkdtemp(path.join(tmpdir(), 'tools-'));
  const search = createSiteSearch({
    SEARCH: 'embedded',
    DATA_DIR: data,
    DATABASE_URL: undefined,
    ALGOLIA_APP_ID: undefined,
    ALGOLIA_API_KEY: undefined,
    ALGOLIA_INDEX: undefined,
  });
  const server = await startServer({
    dist: manual.DIST_DIR,
    extensions: [...search.extensions, mcpRoutes({ search: search.search, baseUrl })],
    environment: baseUrl === undefined ? {} : { BASE_URL: baseUrl },
  });
  const { origin } = await server.listen();
  const url = new URL(MCP_PATH, origin);
  const clients: Client[] = [];
  return {
    server,
    url,
    async token(given) {
      const accountId = given ?? (await server.identity.accounts.byEmail(reader.email))?.id ?? '';
      const made = await server.identity.tokens.make(
        { accountId },
        { name: 'Test', forMs: 3_600_000, from: '127.0.0.1' },
      );
      if (made.outcome !== 'made') throw new Error(`No token was made: ${made.outcome}.`);
      return { id: made.token.id, secret: made.secret, accountId };
    },
    async connect(secret) {
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${secret}` } };
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.close();
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * What is in front of a server whose public address must be known before it listens. `leadTo`: where it listens then;
 * `headers`: what is sent there besides what was asked with.
 */
export async function openFront() {
  let behind: { hostname: string; port: string; headers: Record<string, string> } | undefined;
  const front = createServer((request, response) => {
    const { method, headers, url: path } = request;
    const sent = { ...headers, ...behind?.headers };
    const on = httpRequest({ ...behind, path, method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    on.on('error', () => response.destroy());
    request.pipe(on);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    leadTo({ hostname, port }: URL, headers: Record<string, string> = {}): void {
      behind = { hostname, port, headers };
    },
    close: (): void => void front.close(),
  };
}

/** The text of what a tool answers, and whether it failed. */
export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<{ text: string; failed: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const text = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  return { text, failed: isError === true };
}
