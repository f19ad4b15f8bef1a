import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that a system gives out by itself (from 32,768 on Linux): a port of its giving can be taken by any other
 * connection of the machine before whoever asked for it listens there.
 */
const PORTS = [20_000, 30_000] as const;

/** A port of loopback that nobody uses, for a program that cannot find one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
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
