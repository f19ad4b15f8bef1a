import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that a system gives out by itself (from 32,768 on Linux): a port of its giving can be taken by any other
 * connection of the machine before whoever asked for it listens there.
 */
const FIRST_PORT = 20_000;
const PORTS_OF_A_WORKER = 1_000;

/** Each worker of the test runner has ports of its own, and tries none twice in a row: no other test takes one meanwhile. */
const firstOfWorker = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * PORTS_OF_A_WORKER;
let tried = process.pid % PORTS_OF_A_WORKER;

/** A port of loopback that nobody uses, for a program that cannot find one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    tried = (tried + 1) % PORTS_OF_A_WORKER;
    if (await isFree(firstOfWorker + tried)) return firstOfWorker + tried;
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
