import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of the owner's, on another origin than the site. */
export interface OtherServer {
  origin: string;
  /** Requests that it has received, oldest first. */
  requests: OtherRequest[];
  close(): void;
}

interface OtherRequest extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  body: string;
}

interface OtherServerOptions {
  /** Whether it lets pages of other origins read its answers. */
  isOpen: boolean;
  /** The body of the server's answers, as JSON. */
  answer: string;
}

/** Starts a server that answers every request in the same way. */
export async function startOtherServer({ isOpen, answer }: OtherServerOptions): Promise<OtherServer> {
  const requests: OtherRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    if (isOpen) {
      response.setHeader('access-control-allow-origin', headers.origin ?? '');
      response.setHeader('access-control-allow-headers', 'authorization, content-type, x-api-key');
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    }
    if (url?.endsWith('/moved')) response.writeHead(302, { location: '/' });
    else response.writeHead(method === 'OPTIONS' ? 204 : 200, { 'content-type': 'application/json' });
    response.end(method === 'OPTIONS' ? undefined : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an object as its address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
