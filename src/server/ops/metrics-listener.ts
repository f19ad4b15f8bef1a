import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';

interface MetricsListenerOptions {
  host: string;
  /** 0 selects any free port. */
  port: number;
  contentType: string;
  /** Returns the metrics as text. */
  read(): Promise<string>;
}

/** A server that answers on the metrics port. */
export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/** Serves `GET /metrics` on a separate port. The port of the site doesn't have this route. */
export async function listenForMetrics(
  options: MetricsListenerOptions,
): Promise<{ listener: MetricsListener; problem?: never } | { listener?: never; problem: Problem }> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    options.read().then(
      (text) => response.writeHead(200, { 'content-type': options.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = describeReason(error);
    return {
      problem: {
        code: 'listen-metrics',
        severity: 'error',
        message: `METRICS_PORT ${options.port} on ${options.host} can't be used: ${reason}. Set it to a free port.`,
      },
    };
  }
  const address = server.address();
  return {
    listener: {
      port: typeof address === 'object' && address !== null ? address.port : options.port,
      close: async () => {
        const closing = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closing;
      },
    },
  };
}
