import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttp, request as forward } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server } from 'node:net';
import { generate } from 'selfsigned';

/** A small version of the proxy in front of a production site: it terminates TLS and redirects plain HTTP to HTTPS. */
export interface TlsFront {
  httpPort: number;
  httpsPort: number;
  close(): Promise<void>;
}

export interface TlsFrontOptions {
  /** The port on loopback where the site listens. */
  port: number;
  /** The site's host name, which the certificate contains. */
  name: string;
  /** The file for the certificate, which clients must trust. */
  certificateFile: string;
  /** A cookie to send with every request, so that a client that can't sign in sees a reader's pages. */
  cookie?: string;
}

export async function startTlsFront(options: TlsFrontOptions): Promise<TlsFront> {
  const { port, name, certificateFile, cookie } = options;
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  await writeFile(certificateFile, pems.cert);
  const https = createHttps({ key: pems.private, cert: pems.cert }, (incoming, outgoingResponse) => {
    const { 'accept-encoding': _packed, ...headers } = incoming.headers;
    const forwardedRequest = forward({
      port,
      host: '127.0.0.1',
      path: incoming.url,
      method: incoming.method,
      headers: {
        ...headers,
        host: name,
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'https',
        ...(cookie === undefined ? {} : { cookie }),
      },
    });
    forwardedRequest.on('response', (answer) => {
      outgoingResponse.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoingResponse);
    });
    forwardedRequest.on('error', () => outgoingResponse.writeHead(502).end());
    incoming.pipe(forwardedRequest);
  });
  const http = createHttp((incoming, outgoingResponse) => {
    outgoingResponse.writeHead(308, { location: `https://${name}${incoming.url}` }).end();
  });
  const [httpsPort, httpPort] = [await listenOnFreePort(https), await listenOnFreePort(http)];
  return {
    httpPort,
    httpsPort,
    close: async () => {
      for (const server of [https, http]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
