import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttp, request as forward } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server } from 'node:net';
import { generate } from 'selfsigned';

/** What is in front of the site in production, small: TLS ends here, and plain HTTP is sent on to it. */
export interface TlsFront {
  httpPort: number;
  httpsPort: number;
  close(): Promise<void>;
}

export interface TlsFrontOptions {
  /** Where the site listens, on loopback. */
  port: number;
  /** The site's name, of which a certificate is made. */
  name: string;
  /** Where the certificate is written, for whoever shall trust it. */
  certificateFile: string;
  /** Sent with every request: so that who cannot sign in sees what a reader sees. */
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
  const https = createHttps({ key: pems.private, cert: pems.cert }, (incoming, outgoing) => {
    const { 'accept-encoding': _packed, ...headers } = incoming.headers;
    const asked = forward({
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
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(asked);
  });
  const http = createHttp((incoming, outgoing) => {
    outgoing.writeHead(308, { location: `https://${name}${incoming.url}` }).end();
  });
  const [httpsPort, httpPort] = [await portOf(https), await portOf(http)];
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

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
