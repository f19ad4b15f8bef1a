import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * `hold-connections.ts PORT COUNT`: opens so many connections and sends nothing. Says `COUNT open`, and `0 open` once
 * the server has closed them all. A process of its own, so that each end has a limit of open files for itself.
 */
const [port = 0, count = 0] = process.argv.slice(2).map(Number);

/** A server's queue of new connections takes this many at a time. */
const BATCH = 200;

let open = 0;
const sockets: Socket[] = [];
for (let at = 0; at < count; at += BATCH) {
  const batch = Array.from({ length: Math.min(BATCH, count - at) }, () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    return once(socket, 'connect');
  });
  await Promise.all(batch);
}
open = sockets.length;
console.log(`${open} open`);
for (const socket of sockets) {
  socket.resume();
  socket.on('error', () => {});
  socket.once('close', () => {
    open -= 1;
    if (open === 0) console.log('0 open');
  });
}
process.stdin.resume();
await once(process.stdin, 'end');
process.exit(0);
