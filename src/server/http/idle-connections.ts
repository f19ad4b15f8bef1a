import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks connections on which no request has arrived. Node doesn't count them as idle, so that the server would wait
 * for them when it stops. Returns a function that closes them.
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
