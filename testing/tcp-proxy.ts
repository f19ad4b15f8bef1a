import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on loopback that can fall silent, as a network does: nothing arrives, nothing is refused. */
export interface TcpProxy {
  port: number;
  silence(): void;
  resume(): void;
  /** Breaks every connection; new ones are let through. */
  cut(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isSilent) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    port: address.port,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
