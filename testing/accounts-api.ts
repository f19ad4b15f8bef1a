import { afterEach, beforeEach } from 'vitest';
import { startServer, type TestServer } from './server.ts';

export const secret = 'a quite different secret';
export const rosa = { email: 'rosa@example.com', name: 'Rosa Núñez', password: secret } as const;
export const host = 'localhost:3000';

/** For each test of a file a server, and an administrator who asks its API of accounts. */
export function startAccountsApiForEachTest() {
  let server: TestServer;
  let cookie: string;
  beforeEach(async () => {
    server = await startServer();
    cookie = await server.signIn();
  });
  afterEach(() => server.close());

  return {
    get server() {
      return server;
    },
    get cookie() {
      return cookie;
    },
    ask: (
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      url: string,
      payload?: object,
      headers: Record<string, string> = { cookie },
    ) =>
      server.app.inject({
        method,
        url: `/api/v1/accounts${url}`,
        headers: { host, ...headers },
        ...(payload === undefined ? {} : { payload }),
      }),
    /** Adds Rosa; the id of the account. */
    add: async (role: 'reader' | 'administrator' = 'reader'): Promise<string> => {
      const added = await server.identity.accounts.add({ ...rosa, role });
      return added.outcome === 'added' ? added.account.id : '';
    },
    signInForCookie: async (email: string, password: string = secret): Promise<string> => {
      const result = await server.identity.signIn({ email, password, address: '127.0.0.1' });
      return result.outcome === 'signed-in' ? `sid=${result.token}` : result.outcome;
    },
    isSignedIn: async (cookie: string): Promise<boolean> =>
      (await server.get('/auth/session', { cookie })).json().state === 'signed-in',
  };
}
