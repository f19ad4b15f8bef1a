import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  HEADERS_MAX_BYTES,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  STALLED_MS,
} from '../../src/server/http/limits.ts';
import { openSocket, parseStatus, sendRaw } from '../../testing/raw-http.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let port: number;
let origin: string;
beforeAll(async () => {
  server = await startServer();
  ({ port, origin } = await server.listen());
});
afterAll(() => server.close());

const rest = 'Host: localhost\r\nConnection: close\r\n\r\n';

async function isServerAlive(): Promise<boolean> {
  return (await fetch(`${origin}/healthz`)).ok;
}

describe('a malformed request gets a plain 4xx and one line in the log, and other clients are unaffected', () => {
  test.each([
    ['noise', '\x00\x01\x02\x03\xff\xfe\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', `BREW / HTTP/1.1\r\n${rest}`],
    ['no version', `GET /\r\n${rest}`],
    ['another version', `GET / HTTP/9.9\r\n${rest}`],
    ['a blank in the address', `GET /docs/Developer Info/Users HTTP/1.1\r\n${rest}`],
    ['NUL in the address', `GET /\x00 HTTP/1.1\r\n${rest}`],
    ['an address without end', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${rest}`],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'a'.repeat(HEADERS_MAX_BYTES)}\r\n${rest}`],
    ['very many headers', `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(20_000)}${rest}`],
    ['a header without a colon', `GET / HTTP/1.1\r\nnonsense\r\n${rest}`],
    ['a header with a NUL', `GET / HTTP/1.1\r\nX: a\x00b\r\n${rest}`],
    ['a folded header', `GET / HTTP/1.1\r\nX: a\r\n b\r\n\x01\r\n${rest}`],
    ['two lengths', `POST /auth/sign-in HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n${rest}abc`],
    [
      'a length and chunks',
      `POST /auth/sign-in HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${rest}0\r\n\r\n`,
    ],
    ['a negative length', `POST /auth/sign-in HTTP/1.1\r\nContent-Length: -1\r\n${rest}`],
    [
      'a broken chunk',
      `POST /auth/sign-in HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${rest}zz\r\n`,
    ],
    ['an unknown transfer encoding', `POST /auth/sign-in HTTP/1.1\r\nTransfer-Encoding: cow\r\n${rest}`],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${rest}`],
    ['an expectation that nobody meets', `GET / HTTP/1.1\r\nExpect: a miracle\r\n${rest}`],
  ])('%s', async (_, bytes) => {
    const lines = server.log.length;
    const answer = await sendRaw(port, bytes);
    expect(parseStatus(answer), answer).toBeGreaterThanOrEqual(400);
    expect(parseStatus(answer), answer).toBeLessThan(500);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(answer).toMatch(/\{"error":\{"code":"[a-z-]+","message":"[^"]+"\}\}$/);
    expect(server.log.slice(lines)).toMatchObject([{ address: '127.0.0.1' }]);
    expect(await isServerAlive()).toBe(true);
  });

  test.each([
    ['two hosts', `GET / HTTP/1.1\r\nHost: a\r\n${rest}`, 400],
    ['no host, before there was one', 'GET / HTTP/1.0\r\n\r\n', 401],
    ['an upgrade', `GET /docs/Tasks HTTP/1.1\r\nUpgrade: websocket\r\n${rest}`, 401],
    ['a whole address', `GET http://localhost/docs/Tasks HTTP/1.1\r\n${rest}`, 400],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\n${rest}`, 400],
    ['a body where none belongs', `GET /docs/Tasks HTTP/1.1\r\nContent-Length: 5\r\n${rest}hello`, 401],
    ['a body that stops short', `POST /docs/Tasks HTTP/1.1\r\nContent-Length: 50000\r\n${rest}x`, 401],
    [
      'an expectation',
      `POST /docs/Tasks HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n${rest}`,
      401,
    ],
    ['dots', `GET /assets/../docs/Tasks HTTP/1.1\r\n${rest}`, 401],
  ])('%s', async (_, bytes, status) => {
    const answer = await sendRaw(port, bytes);
    expect(parseStatus(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')), answer).toBe(status);
    expect(await isServerAlive()).toBe(true);
  });

  test('a body without end is refused before it has arrived', async () => {
    const socket = await openSocket(port);
    const answer = new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(String(chunk)));
      socket.once('error', reject);
    });
    socket.write(
      'POST /docs/Tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n',
    );
    socket.write('x'.repeat(60_000));
    expect(parseStatus(await answer)).toBe(401);
    expect((await answer).toLowerCase()).toContain('connection: close');
    socket.destroy();
  });

  test('a body above the limit is refused by its length', async () => {
    const answer = await sendRaw(
      port,
      'POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{',
    );
    expect(parseStatus(answer)).toBe(413);
  });

  test("a packed body isn't unpacked", async () => {
    const response = await fetch(`${origin}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: Buffer.from('H4sIAAAAAAAAA6tWKkktLlGyUlAqS8wpTlWqBQBR2k9TFQAAAA==', 'base64'),
    });
    expect(response.status).toBe(400);
  });

  test('two requests in one piece are two requests', async () => {
    const answer = await sendRaw(
      port,
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /docs/Tasks HTTP/1.1\r\n${rest}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
  });
});

test('500 idle connections don’t keep other clients from being answered', async () => {
  const idle = await Promise.all(Array.from({ length: 500 }, () => openSocket(port)));
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/healthz`)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  for (const socket of idle) socket.destroy();
});

test('a request that never ends, and a connection that never moves, are given up', () => {
  expect(server.app.server).toMatchObject({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    timeout: STALLED_MS,
  });
});

test('no attack caused an internal error', () => {
  expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
