import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections that never sent a request. Node does not count them as idle, so without this the server would
 * wait for them when it stops. Returns what ends them.
 */
export function trackIdleConnections(server: Server): () => void {
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }) => idle.delete(socket));
  return () => {
    for (const socket of idle) socket.destroy();
  };
}
