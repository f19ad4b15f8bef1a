import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCaddy } from '../../testing/caddy.ts';
import { startNginxExample } from '../../testing/nginx.ts';
import { openSocket, sendRaw } from '../../testing/raw-http.ts';
import { canaries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'error', TRUST_PROXY: true } });
  ({ port } = await server.listen());
});
afterAll(() => server.close());

const hiddenRequest = 'GET /docs/Tasks HTTP/1.1\r\nHost: localhost\r\nX-Hidden: ';
const chunks = `0\r\n\r\n${hiddenRequest}`;

/** Headers that two readers may understand differently, and a body with a request in it. */
const ambiguous: Readonly<Record<string, string>> = {
  'a length and chunks': 'Content-Length: 6\r\nTransfer-Encoding: chunked',
  'chunks and a length': 'Transfer-Encoding: chunked\r\nContent-Length: 6',
  'two lengths': 'Content-Length: 0\r\nContent-Length: 60',
  'two lengths in one': 'Content-Length: 0, 60',
  'a signed length': 'Content-Length: +5',
  'a length in hexadecimal': 'Content-Length: 0x05',
  'a length with a blank': 'Content-Length: 1 5',
  'a length with a leading line feed': 'Content-Length: \n5',
  'a blank before the colon': 'Transfer-Encoding : chunked',
  'a length with a blank before the colon': 'Content-Length : 5',
  'a tab before the value': 'Transfer-Encoding:\tchunked\r\nContent-Length: 6',
  'a vertical tab': 'Transfer-Encoding: \x0bchunked\r\nContent-Length: 6',
  'an unknown coding': 'Transfer-Encoding: xchunked\r\nContent-Length: 6',
  'chunked twice': 'Transfer-Encoding: chunked, chunked\r\nContent-Length: 6',
  'chunked, and then not': 'Transfer-Encoding: chunked, identity\r\nContent-Length: 6',
  'not chunked, and then chunked': 'Transfer-Encoding: identity, chunked\r\nContent-Length: 6',
  'two codings in two lines':
    'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\nContent-Length: 6',
  'a folded coding': 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 6',
  'a coding folded behind another header': 'X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 6',
  'a line ended by a line feed alone': 'X: y\nTransfer-Encoding: chunked\r\nContent-Length: 6',
  'a line ended by a carriage return alone': 'X: y\rTransfer-Encoding: chunked\r\nContent-Length: 6',
  'a NUL in the name': 'Transfer-Encoding\x00: chunked\r\nContent-Length: 6',
  capitals: 'TRANSFER-ENCODING: CHUNKED\r\nContent-Length: 6',
  'a quoted coding': 'Transfer-Encoding: "chunked"\r\nContent-Length: 6',
  'a header that hides it': 'Connection: Content-Length\r\nContent-Length: 6',
};

const request = (headers: string, body: string, host = 'localhost') =>
  `POST /auth/sign-out HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

/** Sends bytes, half-closes the connection, and collects the answer. */
async function exchange(bytes: string): Promise<string> {
  const socket = await openSocket(port);
  let text = '';
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
  });
  socket.end(Buffer.from(bytes, 'latin1'));
  await closed;
  return text;
}

const listAnswers = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe('two readings of where a request ends', () => {
  test.each(Object.entries(ambiguous))(
    '%s: nothing behind it is answered with content',
    async (_, headers) => {
      for (const body of [
        chunks,
        `5\r\nhello\r\n${chunks}`,
        `1;\n5\r\nhello\r\n${chunks}`,
        `0\n\n${hiddenRequest}`,
      ]) {
        const text = await exchange(`${request(headers, body)}x\r\n\r\n`);
        for (const word of Object.values(canaries)) expect(text).not.toContain(word);
        // The server refuses everything and closes, or it answers and reads the rest as a visitor's own
        // request.
        for (const answer of listAnswers(text)) expect(answer).toMatch(/HTTP\/1\.1 (?:204|4\d\d)/);
      }
    },
  );

  test.each([
    'Content-Length: 6\r\nTransfer-Encoding: chunked',
    'Content-Length: 0\r\nContent-Length: 60',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding:\r\n chunked\r\nContent-Length: 6',
    'X: y\nTransfer-Encoding: chunked\r\nContent-Length: 6',
    'Content-Length: +5',
  ])('%j is refused, and the connection closed with it', async (headers) => {
    const answer = await sendRaw(port, request(headers, chunks));
    expect(listAnswers(answer)).toEqual(['HTTP/1.1 400']);
    expect(answer.toLowerCase()).toContain('connection: close');
  });
});

const proxies = { nginx: startNginxExample, caddy: startCaddy };
for (const [program, start] of Object.entries(proxies))
  test(`behind ${program}, which keeps its connections, no request of an attacker becomes the beginning of a reader’s`, {
    tags: program,
  }, async () => {
    const proxy = await start(port);
    const cookie = await server.signIn();
    const { host, port: portText } = new URL(proxy.origin);
    const proxyPort = Number(portText);
    // Caddy answers requests for other hosts itself. Those for this one reach the site.
    const harmless = request('Connection: close\r\nContent-Length: 2', '{}', host);
    expect(await sendRaw(proxyPort, harmless)).toMatch(/^HTTP\/1\.1 204 .*x-request-id: /is);
    for (const [name, headers] of Object.entries(ambiguous)) {
      const attacker = await openSocket(proxyPort);
      attacker.on('error', () => {});
      attacker.write(Buffer.from(request(headers, chunks, host), 'latin1'));
      // The reader's request goes through the same few connections behind the proxy.
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => fetch(`${proxy.origin}/docs/Supervisors/`, { headers: { cookie } })),
      );
      for (const answer of answers) {
        expect(answer.status, name).toBe(200);
        expect(await answer.text(), name).toContain(canaries['/docs/Supervisors/']);
      }
      expect((await fetch(`${proxy.origin}/docs/Supervisors/`)).status, name).toBe(401);
      attacker.destroy();
    }
    await proxy.close();
  });

test('an upgrade to another protocol is no way past the gate', async () => {
  for (const headers of [
    'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13',
    'Upgrade: TLS/1.0\r\nConnection: Upgrade',
  ]) {
    const text = await exchange(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\nGET /docs/Tasks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    // The server never answers 101. It drops the bytes after such a request, or reads them as another
    // request.
    expect(listAnswers(text)[0]).toBe('HTTP/1.1 200');
    for (const answer of listAnswers(text).slice(1)) expect(answer).toBe('HTTP/1.1 401');
  }
});
