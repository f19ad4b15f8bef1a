import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Problem } from '../../shared/problem.ts';
import { StoreError } from '../../storage/store-error.ts';
import { STOP_GRACE_MS } from './limits.ts';

interface ListenOptions {
  host: string;
  /** 0: any free one. */
  port: number;
}

type Listening = { origin: string; problem?: never } | { origin?: never; problem: Problem };

/** Starts to listen; what the person who runs the site got wrong comes back as a problem. */
export async function listen(app: FastifyInstance, { host, port }: ListenOptions): Promise<Listening> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    // Of what is opened only now: search counts, feedback.
    if (error instanceof StoreError)
      return { problem: { code: error.code, severity: 'error', message: error.message } };
    const message = explain(error, host, port);
    if (message === undefined) throw error;
    return { problem: { code: 'listen', severity: 'error', message } };
  }
  const address = app.server.address();
  return { origin: originOf(host, isInternet(address) ? address.port : port) };
}

/** The address to open on this machine. */
export function originOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function explain(error: unknown, host: string, port: number): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to a free one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
      return `HOST is ${host}, which is no address of this machine. Use 127.0.0.1, 0.0.0.0 or an address that it has.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, a name that does not resolve. Use 127.0.0.1, 0.0.0.0 or an address of this machine.`;
    default:
      return undefined;
  }
}

function isInternet(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** Takes no new connections, lets requests under way finish, and ends those that do not within the grace. */
export async function stopListening(app: FastifyInstance, graceMs: number = STOP_GRACE_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close();
  clearTimeout(cut);
}
