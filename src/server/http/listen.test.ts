import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSocket, parseStatus } from '../../../testing/raw-http.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { formatOrigin, listen, stopListening } from './listen.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('listening', () => {
  test('returns the origin to open', async () => {
    const { origin } = await listen(server.app, { host: '127.0.0.1', port: 0 });
    expect((await fetch(`${origin}/healthz`)).ok).toBe(true);
  });

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['docs.lan', 'http://docs.lan:3000'],
  ])('opens the address %s at %s', (host, origin) => {
    expect(formatOrigin(host, 3000)).toBe(origin);
  });

  test('reports a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { problem } = await listen(server.app, { host: '127.0.0.1', port });
    expect(problem?.message).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to a free one.`,
    );
    other.close();
  });

  test.runIf(process.platform === 'linux')(
    'takes the connections of a thousand clients while the process is busy',
    async () => {
      const { port } = await server.listen();
      const clients = 1_000;
      const connectedCount = new Int32Array(new SharedArrayBuffer(4));
      const clientThread = new Worker(
        `const { connect } = require('node:net');
        const { clients, port, connectedCount } = require('node:worker_threads').workerData;
        for (let at = 0; at < clients; at += 1)
          connect(port, '127.0.0.1', () => {
            if (Atomics.add(connectedCount, 0, 1) === clients - 1) Atomics.notify(connectedCount, 0);
          });`,
        { eval: true, workerData: { clients, port, connectedCount } },
      );
      // This thread, which also serves, accepts nothing meanwhile.
      const deadline = performance.now() + 20_000;
      while (connectedCount[0] !== clients && performance.now() < deadline)
        Atomics.wait(connectedCount, 0, connectedCount[0] ?? 0, 100);
      const connected = connectedCount[0];
      await clientThread.terminate();
      expect(connected).toBe(clients);
    },
  );

  test.each([
    ['192.0.2.1', "which isn't an address of this machine"],
    ['nowhere.invalid', "a name that can't be resolved"],
  ])("explains why it can't use %s", async (host, message) => {
    const { problem } = await listen(server.app, { host, port: 0 });
    expect(problem?.message).toContain(message);
  });
});

describe('stopping', () => {
  const head =
    'POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';

  /** A request that the server has started to read and whose body is still missing. */
  async function requestUnderWay() {
    const { port } = await server.listen();
    const socket = await openSocket(port);
    socket.write(head);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('100 Continue');
    return { socket, port };
  }

  test('lets an open request finish, and accepts no other', async () => {
    const { socket, port } = await requestUnderWay();
    const stopped = stopListening(server.app);
    await expect(openSocket(port)).rejects.toThrow(/ECONN(?:REFUSED|RESET)/);
    socket.write('{}');
    const [answer] = await once(socket, 'data');
    expect(parseStatus(String(answer))).toBe(400);
    await stopped;
  });

  test('closes idle connections', async () => {
    const { port, origin } = await server.listen();
    const idle = await openSocket(port);
    expect((await fetch(`${origin}/healthz`)).ok).toBe(true);
    const closed = once(idle.resume(), 'close');
    await stopListening(server.app);
    await closed;
  });

  test("doesn't wait forever", async () => {
    const { socket } = await requestUnderWay();
    const closed = once(socket.resume(), 'close');
    await stopListening(server.app, 10);
    await closed;
  });
});
