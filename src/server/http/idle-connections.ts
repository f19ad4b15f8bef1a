import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections that never sent a request. Node does not count them as idle, so without this the server would
 * wait for them when it stops. Returns what ends them.
 */
export function trackSilentConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return () => {
    for (const socket of silent) socket.destroy();
  };
}
