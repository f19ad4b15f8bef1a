import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MCP_PATH } from '../src/model/urls.ts';
import { isBuiltForAll, type Manual } from './manuals.ts';
import { createTestToken } from './personal-token.ts';
import { reader, startServer, type TestServer } from './server.ts';

/** A listening server for a built manual, with tokens and clients for a reader's tools. */
export interface ToolsSite {
  server: TestServer;
  /** The URL of `/mcp`. */
  url: URL;
  /** Creates a token of the reader, or of the account with this id. */
  token(accountId?: string): Promise<{ id: string; secret: string; accountId: string }>;
  /** Connects the official client. */
  connect(secret: string): Promise<Client>;
  close(): Promise<void>;
}

/** `baseUrl` is the public address if there is a proxy in front of the server. Outside the test runner, the manual is already built. */
export async function openToolsSite(manual: Manual, baseUrl?: string): Promise<ToolsSite> {
  await isBuiltForAll(manual);
  const data = await mkdtemp(path.join(tmpdir(), 'tools-'));
  const server = await startServer({
    dist: manual.DIST_DIR,
    environment: { DATA_DIR: data, ...(baseUrl !== undefined && { BASE_URL: baseUrl }) },
  });
  const { origin } = await server.listen();
  const url = new URL(MCP_PATH, origin);
  const clients: Client[] = [];
  return {
    server,
    url,
    async token(requestedAccountId) {
      const accountId =
        requestedAccountId ?? (await server.identity.accounts.findByEmail(reader.email))?.id ?? '';
      const { token, secret } = await createTestToken(server.identity, accountId);
      return { id: token.id, secret, accountId };
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
 * A proxy for a server whose public address must be known before it listens. `leadTo` sets the server's address.
 * `headers` are added to each forwarded request.
 */
export async function openFront() {
  let behind: { hostname: string; port: string; headers: Record<string, string> } | undefined;
  const front = createServer((request, response) => {
    const { method, headers, url: path } = request;
    const sentHeaders = { ...headers, ...behind?.headers };
    const on = httpRequest({ ...behind, path, method, headers: sentHeaders }, (answer) => {
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

/** Calls a tool. Returns the text of its answer, and whether it failed. */
export async function callTool(
  client: Client,
  name: string,
  toolArguments: Record<string, unknown>,
): Promise<{ text: string; failed: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: toolArguments });
  const text = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  return { text, failed: isError === true };
}
