import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Problem } from '../../shared/problem.ts';
import { StoreError } from '../../storage/store-error.ts';
import { ACCEPT_QUEUE_MAX, STOP_GRACE_MS } from './limits.ts';

interface ListenOptions {
  host: string;
  /** 0 selects any free port. */
  port: number;
}

type Listening = { origin: string; problem?: never } | { origin?: never; problem: Problem };

/** Starts to listen. Mistakes that the operator can fix, such as a port in use, come back as a problem. */
export async function listen(app: FastifyInstance, { host, port }: ListenOptions): Promise<Listening> {
  try {
    await app.listen({ host, port, backlog: ACCEPT_QUEUE_MAX });
  } catch (error) {
    // Extensions open their stores at this point: search counts, feedback.
    if (error instanceof StoreError)
      return { problem: { code: error.code, severity: 'error', message: error.message } };
    const message = explainListenError(error, host, port);
    if (message === undefined) throw error;
    return { problem: { code: 'listen', severity: 'error', message } };
  }
  const address = app.server.address();
  return { origin: formatOrigin(host, isInternet(address) ? address.port : port) };
}

/** The origin to open in a browser on this machine. */
export function formatOrigin(host: string, port: number): string {
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  const hostToOpen = listensEverywhere ? '127.0.0.1' : host;
  return `http://${hostToOpen.includes(':') ? `[${hostToOpen}]` : hostToOpen}:${port}`;
}

function explainListenError(error: unknown, host: string, port: number): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to a free one.`;
    case 'EACCES':
      return `This user isn't allowed to use port ${port}. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
      return `HOST is ${host}, which isn't an address of this machine. Use 127.0.0.1, 0.0.0.0 or one of its addresses.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, a name that can't be resolved. Use 127.0.0.1, 0.0.0.0 or an address of this machine.`;
    default:
      return undefined;
  }
}

function isInternet(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** Accepts no new connections, lets open requests finish, and closes those that exceed the grace period. */
export async function stopListening(app: FastifyInstance, graceMs: number = STOP_GRACE_MS): Promise<void> {
  const cutTimer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close();
  clearTimeout(cutTimer);
}
