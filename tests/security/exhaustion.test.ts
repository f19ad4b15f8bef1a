import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSocket } from '../../testing/raw-http.ts';
import { fixtureEntries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let port: number;
let origin: string;
beforeEach(async () => {
  server = await startServer({
    environment: { LOG_LEVEL: 'error' },
    release: {
      entries: [
        ...fixtureEntries,
        {
          url: '/files/film.mp4',
          content: Buffer.alloc(6_000_000, 1),
          plain: true,
          type: 'video/mp4',
          cache: 'data',
        },
      ],
    },
  });
});
afterEach(() => server.close());

async function listen(): Promise<void> {
  ({ port, origin } = await server.listen());
}

async function expectOthersAnswered(): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/healthz`)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
}

/** The bytes that a connection received before the server closed it. */
function waitForEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

/** The limit of this process. Node raises it to the hard limit by itself. */
function openFilesLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? 1_024);
  } catch {
    return 1_024;
  }
}

test('slow headers and slow bodies are cut off, and other clients don’t wait meanwhile', async () => {
  await listen();
  // The limits are shorter here. `protocol.test.ts` checks the real ones.
  Object.assign(server.app.server, { headersTimeout: 500, requestTimeout: 1_000 });
  const slow = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const socket = await openSocket(port);
      socket.write(
        index % 2
          ? 'GET /docs/Tasks HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
          : 'POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
      );
      // A byte from time to time doesn't keep a request alive.
      const drip = setInterval(() => socket.writable && socket.write('a'), 200);
      const text = waitForEnd(socket);
      void text.then(() => clearInterval(drip));
      return text;
    }).map((text) => ({ text })),
  );
  await expectOthersAnswered();
  const answers = await Promise.all(slow.map(({ text }) => text));
  for (const answer of answers) expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(250);
});

test('clients that send requests and never read the answers are cut off', async () => {
  server.app.server.timeout = 500;
  await listen();
  const cookie = await server.signIn();
  const sockets: Socket[] = [];
  const hold = (socket: Socket) => void sockets.push(socket);
  server.app.server.on('connection', hold);
  const deaf = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = await openSocket(port);
      socket.pause();
      socket.on('error', () => {});
      socket.write(`GET /files/film.mp4 HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
      return socket;
    }),
  );
  await expect.poll(() => sockets.length).toBe(30);
  server.app.server.off('connection', hold);
  await expectOthersAnswered();
  await expect.poll(() => sockets.filter((socket) => !socket.destroyed).length).toBe(0);
  for (const socket of deaf) socket.destroy();
});

test('a flood of headers is refused, connection by connection, and other clients don’t wait', async () => {
  await listen();
  const flood = Array.from({ length: 200 }, async (_, index) => {
    const socket = await openSocket(port);
    const answer = waitForEnd(socket);
    const many = 'X: y\r\n'.repeat(20_000);
    const longHeader = `X: ${'y'.repeat(100_000)}\r\n`;
    socket.write(`GET /docs/Tasks HTTP/1.1\r\nHost: localhost\r\n${index % 2 ? many : longHeader}\r\n`);
    return answer;
  });
  await expectOthersAnswered();
  for (const answer of await Promise.all(flood)) expect(answer).toMatch(/^(?:HTTP\/1\.1 431 |$)/);
});

test('thousands of requests in one piece are answered in their order, as fast as they are read', async () => {
  await listen();
  const socket = await openSocket(port);
  const count = 5_000;
  const answer = waitForEnd(socket);
  socket.pause();
  const one = 'GET /docs/Tasks HTTP/1.1\r\nHost: localhost\r\n\r\n';
  socket.write(one.repeat(count - 1) + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await expectOthersAnswered();
  socket.resume();
  expect((await answer).match(/HTTP\/1\.1 401/g)).toHaveLength(count);
});

const requestedCount = Number(process.env.IDLE_CONNECTIONS ?? 10_000);
// Both ends of a connection need a file, and each process has its own limit. This process needs some for
// other purposes.
const idle = Math.min(requestedCount, openFilesLimit() - 500);
if (idle < requestedCount) {
  console.warn(
    `Only ${idle} instead of ${requestedCount} idle connections: the limit of open files is ${openFilesLimit()}.`,
  );
}

test(`${idle} idle connections don’t keep other clients from being answered, and are closed in the end`, async () => {
  await listen();
  const holder = spawn(
    process.execPath,
    [`${import.meta.dirname}/../../testing/hold-connections.ts`, String(port), String(idle)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(holder.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe(`${idle} open`);
  await expectOthersAnswered();
  const cookie = await server.signIn();
  expect((await fetch(`${origin}/docs/Tasks`, { headers: { cookie } })).status).toBe(200);
  server.app.server.headersTimeout = 1;
  expect((await lines.next()).value).toBe('0 open');
  await expectOthersAnswered();
  holder.stdin.end();
  await once(holder, 'exit');
});
