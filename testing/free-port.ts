import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system assigns (from 32,768 on Linux). Another connection of the machine could take an
 * assigned port before the test's program listens on it.
 */
const FIRST_PORT = 20_000;
const PORTS_OF_A_WORKER = 1_000;

/** Each worker of the test runner has its own range of ports, and doesn't try one twice in a row. */
const firstOfWorker = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * PORTS_OF_A_WORKER;
let lastOffset = process.pid % PORTS_OF_A_WORKER;

/** Finds a free port on loopback, for a program that can't find one itself. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    lastOffset = (lastOffset + 1) % PORTS_OF_A_WORKER;
    if (await isFree(firstOfWorker + lastOffset)) return firstOfWorker + lastOffset;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
