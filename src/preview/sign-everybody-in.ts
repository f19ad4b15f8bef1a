import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Identity } from '../accounts/identity.ts';
import { sessionCookieName } from '../server/http/cookies.ts';
import { isLoopback } from '../shared/loopback.ts';

/**
 * Every request of this machine comes with a session of this account, whoever sends it. One that comes by another
 * name is another site's, which has made its name point here: it is a visitor's as any.
 */
export async function signEverybodyIn(
  server: Server,
  identity: Identity,
  account: { email: string; password: string },
): Promise<void> {
  const signIn = async () => {
    const signedIn = await identity.signIn({ ...account, address: '127.0.0.1' });
    if (signedIn.outcome !== 'signed-in')
      throw new Error(`The preview cannot sign its reader in: ${signedIn.outcome}.`);
    return signedIn.token;
  };
  let token = await signIn();
  const renew = async () => {
    if (!(await identity.session(token))) token = await signIn();
  };
  // Before the server's own listener.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { host = '' } = request.headers;
    if (!isLoopback(host)) return;
    request.headers.cookie = `${sessionCookieName({ protocol: 'http', host, basePath: '/' })}=${token}`;
    // Whoever signs out, or ends their sessions, goes on reading.
    if (request.method === 'POST') response.once('finish', () => void renew());
  });
}
