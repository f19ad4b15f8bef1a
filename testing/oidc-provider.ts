import { once } from 'node:events';
import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

/** A person's claims at the provider. */
export interface Known {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** Changes to answers, as a malicious provider or an attacker in the middle would make them. */
export interface Tampering {
  /** Changes the ID token of the token endpoint. */
  idToken?(idToken: string): Promise<string>;
  /** Changes the URL to which the browser is redirected with the code. */
  callback?(address: URL): void;
  /** Changes the discovery document. */
  metadata?(document: Record<string, unknown>): void;
}

export interface TestProvider {
  issuer: string;
  people: Record<string, Known>;
  /** Logins of people whom the provider has removed. */
  gone: Set<string>;
  tampering: Tampering;
  privateKey: CryptoKey;
  publicKey: JWK;
  /** The key's id in the provider's key set. */
  kid: string;
  /** Stops listening. */
  goDown(): Promise<void>;
  /** Stops listening as soon as the browser has been redirected to the site. */
  goDownAfterCallback(): void;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export const oidcClient = { id: 'docs', secret: 'the secret of the docs client' };

/** The real `oidc-provider` on loopback, with its own forms, keys and sessions. */
export async function startOidcProvider({
  port,
  site,
  clientAuth = 'client_secret_post',
}: {
  port: number;
  /** Origin of the site that signs in here. */
  site: string;
  /** The only authentication method that the provider accepts from the site. */
  clientAuth?: 'client_secret_post' | 'client_secret_basic';
}): Promise<TestProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = 'key-1';
  const people: Record<string, Known> = {};
  const removedLogins = new Set<string>();
  const tampering: Tampering = {};
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [`${site}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${site}/login`],
        token_endpoint_auth_method: clientAuth,
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${site}/auth/oidc/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for cookies'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { backchannelLogout: { enabled: true } },
    // The provider's default refuses to call loopback addresses.
    fetch: (url, options) => {
      const plainOptions = { ...options };
      Reflect.deleteProperty(plainOptions, 'dispatcher');
      return fetch(url, plainOptions);
    },
    pkce: { required: () => true },
    findAccount: async (_context, id) =>
      removedLogins.has(id) ? undefined : { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
    // Many providers issue refresh tokens without asking for consent, and rotate them with each use.
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    scopes: ['openid', 'offline_access'],
    clientAuthMethods: [clientAuth],
  });
  let endsAfterCallback = false;
  provider.use(async (context, next) => {
    await next();
    const { body } = context;
    if (context.path === '/token' && tampering.idToken && typeof body?.id_token === 'string') {
      context.body = { ...body, id_token: await tampering.idToken(body.id_token) };
    }
    const location: string = context.response.get('location') ?? '';
    if (location.startsWith(`${site}/auth/`)) {
      const address = new URL(location);
      tampering.callback?.(address);
      context.set('location', address.href);
      if (endsAfterCallback) context.res.once('finish', () => server.close());
    }
    if (context.path.startsWith('/.well-known/') && tampering.metadata) {
      const document = { ...body };
      tampering.metadata(document);
      context.body = document;
    }
  });
  const handle = provider.callback();
  const open = async () => {
    const server = createServer((request, response) => void handle(request, response)).listen(
      port,
      '127.0.0.1',
    );
    await once(server, 'listening');
    return server;
  };
  let server = await open();
  const goDown = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    issuer,
    people,
    gone: removedLogins,
    tampering,
    privateKey,
    publicKey: await exportJWK(publicKey),
    kid,
    goDown,
    goDownAfterCallback: () => {
      endsAfterCallback = true;
    },
    comeBack: async () => {
      server = await open();
    },
    close: goDown,
  };
}
