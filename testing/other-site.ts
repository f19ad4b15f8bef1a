import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/**
 * Another site on loopback. It always has another origin; with another host name, it is another site for browsers, too.
 */
export interface OtherSite {
  port: number;
  /** `METHOD /path` of each request that came. */
  requests: string[];
  close(): Promise<void>;
}

export async function startOtherSite(answer: RequestListener): Promise<OtherSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    port: address.port,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
