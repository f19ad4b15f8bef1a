import { connect, type Socket } from 'node:net';

/** Sends bytes as they are, which no HTTP client would, and collects what comes until the server closes. */
export async function sendRaw(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = await openSocket(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    // The server may close while we still write.
    socket.on('error', () => resolve());
  });
  for (const piece of pieces) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

export function parseStatus(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}
