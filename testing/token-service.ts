import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const projectId = 'lurana-docs';

/** The three addresses of the hosted identity service that our server asks, over HTTP on loopback. */
export interface TokenService {
  keys: URL;
  lookup: URL;
  /** The service's own key. */
  key: SigningKey;
  /** The keys that `keys` returns. */
  published: JWK[];
  /** The number of requests for the keys. */
  keyRequests: number;
  /** The account that `lookup` finds by its id, unless a test sets `lookupAnswer`. */
  account: Record<string, unknown>;
  lookupAnswer: { status: number; body: unknown } | undefined;
  lookups: { referer: string | undefined; key: string | null; idToken: unknown }[];
  renew: URL;
  /** The answer of `renew` to a client that has received a token. */
  renewAnswer: { status: number; body: unknown };
  /** The parameters of each request to `renew`. */
  renewals: URLSearchParams[];
  close(): Promise<void>;
}

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: JWK;
}

export async function createSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, publicKey: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

export async function startTokenService(): Promise<TokenService> {
  const key = await createSigningKey('key-1');
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const origin = `http://127.0.0.1:${address.port}`;
  const service: TokenService = {
    keys: new URL('/keys', origin),
    lookup: new URL('/v1/accounts:lookup', origin),
    key,
    published: [key.publicKey],
    keyRequests: 0,
    account: { localId: 'user-1' },
    lookupAnswer: undefined,
    lookups: [],
    renew: new URL('/v1/token', origin),
    renewAnswer: { status: 400, body: { error: { message: 'INVALID_REFRESH_TOKEN' } } },
    renewals: [],
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(request.url ?? '', origin);
    if (url.pathname === '/keys') {
      service.keyRequests++;
      return { status: 200, body: { keys: service.published } };
    }
    if (url.pathname === '/v1/token') {
      service.renewals.push(new URLSearchParams(await text(request)));
      return service.renewAnswer;
    }
    const { idToken }: { idToken?: unknown } = JSON.parse(await text(request));
    service.lookups.push({ referer: request.headers.referer, key: url.searchParams.get('key'), idToken });
    return service.lookupAnswer ?? { status: 200, body: { users: [service.account] } };
  }
  return service;
}

export const now = () => Math.floor(Date.now() / 1_000);

/** The service's claims for a user who has just signed in. */
export function createGoodClaims(): Record<string, unknown> {
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'user-1',
    user_id: 'user-1',
    // Tokens that the service signs in the same second must differ.
    jti: randomUUID(),
    auth_time: now(),
    iat: now(),
    exp: now() + 3_600,
    email: 'ana@example.com',
    email_verified: true,
    name: 'Ana Ruiz',
    firebase: { identities: { email: ['ana@example.com'] }, sign_in_provider: 'password' },
  };
}

export function sign(
  claims: Record<string, unknown>,
  { kid, privateKey }: SigningKey,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
    .sign(privateKey);
}
