import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';

/**
 * A proxy that takes `no-store` out of answers. Safari keeps pages in its back/forward cache all the same, and
 * Chromium does so where the header is gone: in front of the site, Chromium behaves as Safari does.
 */
export interface KeepingProxy {
  origin: string;
  /** Requests of this path go on to the site when the returned function is called. */
  hold(path: string): () => void;
  /** Requests of this path lose their connection until the returned function is called. */
  cut(path: string): () => void;
  /** The next request of this path comes to the site without its cookies. */
  loseCookies(path: string): void;
  close(): Promise<void>;
}

/** `site`: where the site is. */
export async function startKeepingProxy(site: string): Promise<KeepingProxy> {
  const holds = new Map<string, Promise<void>>();
  const cut = new Set<string>();
  const cookieless = new Set<string>();
  const server = createServer(async (incoming, outgoingResponse) => {
    if (cut.has(incoming.url ?? '')) return incoming.destroy();
    await holds.get(incoming.url ?? '');
    const forwardedRequest = forward(new URL(incoming.url ?? '/', site), {
      method: incoming.method,
      headers: cookieless.delete(incoming.url ?? '') ? { ...incoming.headers, cookie: '' } : incoming.headers,
    });
    forwardedRequest.on('response', (answer) => {
      const caching = answer.headers['cache-control']?.replace('no-store', 'no-cache');
      outgoingResponse.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'cache-control': caching });
      answer.pipe(outgoingResponse);
    });
    forwardedRequest.on('error', () => outgoingResponse.writeHead(502).end());
    incoming.pipe(forwardedRequest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(path, promise);
      return () => {
        holds.delete(path);
        resolve();
      };
    },
    cut(path) {
      cut.add(path);
      return () => cut.delete(path);
    },
    loseCookies: (path) => void cookieless.add(path),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
