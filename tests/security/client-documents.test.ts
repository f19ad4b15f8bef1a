import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { agentRedirect, createAgent } from '../../testing/agent.ts';
import {
  createDocumentAnswer,
  type DocumentInternet,
  startDocumentInternet,
} from '../../testing/document-internet.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

/** The server sends no request to an address that a client names, except for one document. */
const base = 'https://docs.example';
const host = 'agent.example';
/** How long an address that gave no usable document isn't asked again. */
const failureMs = 60_000;

let internet: DocumentInternet;
let site: TestServer;
let browser: ReturnType<typeof createAgent>;
let now = Date.now();
/** Calls of the platform's `fetch` in this process. */
const fetchedUrls: unknown[] = [];
beforeAll(async () => {
  subscribe('undici:request:create', (message) => fetchedUrls.push(message));
  internet = await startDocumentInternet(host, 'elsewhere.example');
  site = await startServer({
    environment: { BASE_URL: base },
    features: internet.features,
    clock: () => now,
  });
  await signIn();
});
afterEach(async () => {
  internet.requests.length = 0;
  internet.resolved.length = 0;
  // The clock moves, so that the next test has all attempts of its network.
  now += 61 * 60_000;
  await signIn();
});
afterAll(async () => {
  await site?.close();
  await internet?.close();
});

async function signIn(): Promise<void> {
  browser = createAgent(site, base);
  browser.signedIn(await site.signIn());
}

let documents = 0;
/** Publishes a document. Returns its URL, which is the client id. */
function publish(fields: object = {}): string {
  const path = `/client-${documents++}.json`;
  const clientId = `https://${host}${path}`;
  const document = { client_id: clientId, client_name: 'Agent', redirect_uris: [agentRedirect], ...fields };
  internet.answers.set(path, createDocumentAnswer(document));
  return clientId;
}

const ask = async (clientId: string, parameters: Record<string, string> = {}) =>
  (await browser.browse(browser.question(clientId, parameters))).statusCode;

/** Every field of RFC 7591, OpenID Connect (registration, logout, CIBA, federation) that names an address. */
const addressFields = {
  client_uri: `https://${host}/about`,
  logo_uri: `https://${host}/logo.png`,
  tos_uri: `https://${host}/terms`,
  policy_uri: `https://${host}/policy`,
  jwks_uri: `https://${host}/keys.json`,
  signed_jwks_uri: `https://${host}/signed-keys`,
  organization_uri: `https://${host}/organization`,
  sector_identifier_uri: `https://${host}/sector.json`,
  initiate_login_uri: `https://${host}/login`,
  request_uris: [`https://${host}/request.jwt`],
  post_logout_redirect_uris: [`https://${host}/signed-out`],
  backchannel_logout_uri: `https://${host}/back-channel-logout`,
  backchannel_logout_session_required: true,
  frontchannel_logout_uri: `https://${host}/front-channel-logout`,
  backchannel_client_notification_endpoint: `https://${host}/ping`,
  backchannel_token_delivery_mode: 'ping',
  introspection_encrypted_response_alg: 'RSA-OAEP',
  subject_type: 'pairwise',
  software_id: `https://${host}/software`,
  software_statement: 'eyJhbGciOiJub25lIn0.eyJqd2tzX3VyaSI6Imh0dHBzOi8vYWdlbnQuZXhhbXBsZS9rIn0.',
  'client_uri#es': `https://${host}/acerca`,
  'logo_uri#es': `https://${host}/logo-es.png`,
};

describe('a document with every field that names an address', () => {
  test('is fetched once, and nothing else is, from the question to the end of what was allowed', async () => {
    const client = publish(addressFields);
    const code = (await browser.ask(browser.question(client))).searchParams.get('code') ?? '';
    const tokens = (await browser.exchange(client, code)).json();
    expect((await browser.read(tokens.access_token)).statusCode).toBe(200);
    const refreshedTokens = (await browser.refresh(client, tokens.refresh_token)).json();
    expect((await browser.read(refreshedTokens.access_token)).statusCode).toBe(200);
    for (let count = 0; count < 100; count++) await browser.refresh(client, 'nothing');
    const revokeResponse = await browser.form('/oauth/revoke', {
      client_id: client,
      token: refreshedTokens.refresh_token,
    });
    expect(revokeResponse.statusCode).toBe(200);
    expect((await browser.read(refreshedTokens.access_token)).statusCode).toBe(401);
    expect(internet.requests).toEqual([`GET ${new URL(client).pathname}`]);
    expect(internet.resolved).toEqual([host]);
    expect(fetchedUrls).toEqual([]);
  });

  test('shows and allows its name and its redirect addresses, and nothing else of it', async () => {
    const client = publish(addressFields);
    const authorization = await browser.browse(browser.question(client));
    const page = await browser.browse(String(authorization.headers.location));
    expect(page.body).toContain(`Agent ${host} 127.0.0.1:33418`);
    for (const [field, address] of Object.entries(addressFields))
      if (typeof address === 'string' && address.startsWith('https:'))
        expect(page.body, field).not.toContain(address);
  });

  test.each(Object.keys(addressFields))('has no second fetch by %s alone', async (field) => {
    const only = Object.entries(addressFields).find(([name]) => name === field);
    const client = publish(Object.fromEntries([only ?? ['', '']]));
    expect(await ask(client)).toBe(303);
    await browser.refresh(client, 'nothing');
    expect(internet.requests).toEqual([`GET ${new URL(client).pathname}`]);
    expect(fetchedUrls).toEqual([]);
  });

  test('is fetched again after an hour at the latest, whatever it says itself, and once in five minutes at most', async () => {
    const path = '/cached.json';
    const client = `https://${host}${path}`;
    const document = { client_id: client, redirect_uris: [agentRedirect] };
    for (const [cacheControl, keptMs] of [
      ['max-age=31536000', 60 * 60_000],
      ['no-store', 5 * 60_000],
      ['max-age=1', 5 * 60_000],
      ['max-age=1800', 30 * 60_000],
    ] as const) {
      internet.answers.set(path, (_, response) => {
        response.writeHead(200, { 'cache-control': cacheControl }).end(JSON.stringify(document));
      });
      const before = internet.requests.length;
      await browser.refresh(client, 'nothing');
      now += keptMs - 1;
      await browser.refresh(client, 'nothing');
      expect(internet.requests.length - before, cacheControl).toBe(1);
      now += 1;
    }
  });

  test('is fetched once for many who ask at the same time', async () => {
    const client = publish(addressFields);
    await Promise.all(Array.from({ length: 20 }, () => browser.refresh(client, 'nothing')));
    expect(internet.requests).toHaveLength(1);
  });
});

test('a registration with every field that names an address causes no request', async () => {
  const registeredClient = (await browser.register(addressFields)).json();
  expect(registeredClient.redirect_uris).toEqual([agentRedirect]);
  for (const field of Object.keys(addressFields))
    if (field !== 'subject_type' && field !== 'backchannel_logout_session_required')
      expect(registeredClient, field).not.toHaveProperty([field]);
  expect(await ask(registeredClient.client_id)).toBe(303);
  await browser.refresh(registeredClient.client_id, 'nothing');
  expect([internet.requests, internet.resolved, fetchedUrls]).toEqual([[], [], []]);
});

/** `{"alg":"none"}` and `{"iss":…,"sub":…,"client_id":…}` of another document. */
const createUnsignedToken = (clientId: string) => {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encodePart({ alg: 'none' })}.${encodePart({ iss: clientId, sub: clientId, client_id: clientId })}.`;
};

test.each([
  ['request_uri', { request_uri: `https://${host}/request.jwt` }],
  ['request', { request: createUnsignedToken(`https://${host}/other.json`) }],
  ['registration', { registration: JSON.stringify(addressFields) }],
  ['logo_uri', { logo_uri: `https://${host}/logo.png` }],
  ['resource', { resource: `https://${host}/mcp` }],
  ['id_token_hint', { id_token_hint: createUnsignedToken(`https://${host}/other.json`) }],
])('%s in a question causes no request', async (_, parameters) => {
  const { client_id: client } = (await browser.register()).json();
  await browser.browse(browser.question(client, parameters));
  expect([internet.requests, fetchedUrls]).toEqual([[], []]);
});

test.each(['/oauth/token', '/oauth/revoke'])('an assertion names no document at %s', async (url) => {
  const documentUrl = publish();
  const { client_id: client } = (await browser.register()).json();
  for (const parameters of [
    { client_assertion: createUnsignedToken(documentUrl) },
    { client_assertion: createUnsignedToken(documentUrl), client_id: client },
    { request_uri: documentUrl, client_id: client },
    {
      assertion: createUnsignedToken(documentUrl),
      client_id: client,
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    },
  ]) {
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    await browser.form(url, {
      grant_type: 'refresh_token',
      client_assertion_type: type,
      token: 'x',
      ...parameters,
    });
  }
  expect([internet.requests, internet.resolved, fetchedUrls]).toEqual([[], [], []]);
});

describe('no TCP connection is opened', () => {
  test.each([
    ['loopback', '127.0.0.1', '127.9.9.9', '::1'],
    ['a private network', '10.0.0.5', '172.20.0.5', '192.168.0.5', 'fd00::5'],
    ['link-local', '169.254.169.254', 'fe80::5'],
    ['carrier-grade NAT', '100.64.0.5'],
    ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.5', '::ffff:a9fe:a9fe', '::ffff:9.9.9.9'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:5'],
    ['6to4 and Teredo', '2002:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['the wildcard', '0.0.0.0', '::'],
    ['multicast and broadcast', '224.0.0.1', '255.255.255.255', 'ff02::1'],
    ['documentation and benchmarks', '192.0.2.5', '198.18.0.5', '2001:db8::5'],
  ])('opens no connection to a host that resolves to %s', async (_, ...addresses) => {
    const client = publish();
    const before = internet.connections();
    let lookups = 0;
    for (const address of addresses) {
      // In the second case the lookup fails, although another address of the host is public.
      for (const hostAddresses of [[address], ['9.9.9.9', address]]) {
        internet.addresses.set(host, hostAddresses);
        expect(await ask(client), hostAddresses.join()).toBe(400);
        expect(internet.resolved).toHaveLength(++lookups);
        now += failureMs;
      }
    }
    internet.addresses.delete(host);
    expect(internet.connections()).toBe(before);
    expect(await ask(client)).toBe(303);
    expect(internet.connections()).toBe(before + 1);
  });

  test('opens no connection to a host without any address', async () => {
    internet.addresses.set(host, []);
    expect(await ask(publish())).toBe(400);
    internet.addresses.delete(host);
    expect(internet.requests).toEqual([]);
  });

  test.each([
    'https://127.0.0.1/client.json',
    'https://127.1/client.json',
    'https://0x7f000001/client.json',
    'https://2130706433/client.json',
    'https://0177.0.0.1/client.json',
    'https://9.9.9.9/client.json',
    'https://[::1]/client.json',
    'https://[::ffff:127.0.0.1]/client.json',
    'https://[64:ff9b::7f00:1]/client.json',
    `http://${host}/client.json`,
    `https://${host}:8443/client.json`,
    `https://${host}:22/client.json`,
    `https://user@${host}/client.json`,
    `https://user:password@${host}/client.json`,
    `https://@${host}/client.json`,
    `https://${host}/client.json#part`,
    `https://${host}/a/../client.json`,
    `https://${host}/a/%2e%2e/client.json`,
    `https://${host}\\@elsewhere.example/client.json`,
    `https://elsewhere.example\\.${host}/client.json`,
    `https://${host}/client.json\r\nx: y`,
    `https://${host}/${'a'.repeat(1_000)}`,
    `https://${host}`,
    `file:///etc/passwd`,
    `ftp://${host}/client.json`,
  ])('opens no connection for the client id %j', async (clientId) => {
    const before = internet.connections();
    expect(await ask(clientId)).toBe(400);
    await browser.refresh(clientId, 'nothing');
    expect(internet.connections()).toBe(before);
    expect([internet.resolved, fetchedUrls]).toEqual([[], []]);
  });
});

test('the request names the host of the document, without a port', async () => {
  const client = publish();
  let hostHeader: string | undefined;
  internet.answers.set(new URL(client).pathname, (request, response) => {
    hostHeader = request.headers.host;
    response.end();
  });
  await ask(client);
  expect(hostHeader).toBe(host);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is missing', (response) => response.writeHead(404).end()],
  ['is at another address', (response) => response.writeHead(302, { location: '/other.json' }).end()],
  ['is no JSON', (response) => response.end('<!doctype html>')],
  ['describes another client', (response) => response.end('{"client_id":"https://other.example/"}')],
  ['breaks off', (response) => response.destroy()],
])('an address whose document %s is asked once a minute, from however many networks', async (_, answer) => {
  const client = publish();
  const path = new URL(client).pathname;
  const readable = internet.answers.get(path);
  internet.answers.set(path, (_request, response) => answer(response));
  for (let count = 0; count < 10; count++) expect(await ask(client)).toBe(400);
  for (let count = 0; count < 10; count++)
    await site.app.inject({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress: `198.51.100.${count}`,
      headers: { host: 'docs.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...{ grant_type: 'refresh_token', refresh_token: 'nothing', client_id: client },
      }).toString(),
    });
  expect(internet.requests).toEqual([`GET ${path}`]);
  now += failureMs;
  internet.answers.set(path, readable ?? (() => {}));
  expect(await ask(client)).toBe(303);
});

describe('a document of a client', () => {
  const serve = (answer: (request: IncomingMessage, response: ServerResponse) => void): string => {
    const client = publish();
    internet.answers.set(new URL(client).pathname, answer);
    return client;
  };
  const writeBodyFor = (client: string) =>
    JSON.stringify({ client_id: client, redirect_uris: [agentRedirect], padding: '' });

  test.each([301, 302, 303, 307, 308])(
    'is refused if its host answers %i, and nothing is followed',
    async (status) => {
      const target = publish();
      const client = serve((_, response) => response.writeHead(status, { location: target }).end());
      expect(await ask(client)).toBe(400);
      expect(internet.requests).toEqual([`GET ${new URL(client).pathname}`]);
    },
  );

  test('is refused after 5 kB, and no more of it is read', async () => {
    const client: string = serve((_, response) => {
      response.writeHead(200).write(writeBodyFor(client).replace('"padding":""}', '"padding":"'));
      const block = 'a'.repeat(64 * 1024);
      const writeMore = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', writeMore);
      writeMore();
      closed = once(response, 'close');
    });
    let closed: Promise<unknown> | undefined;
    expect(await ask(client)).toBe(400);
    await closed;
  });

  test('is refused if its header announces more than the limit', async () => {
    const client: string = serve((_, response) => {
      const body = writeBodyFor(client).replace('"padding":""', `"padding":"${'a'.repeat(6_000)}"`);
      response.writeHead(200, { 'content-length': body.length }).end(body);
    });
    expect(await ask(client)).toBe(400);
  });

  test("is refused if it is compressed, and isn't unpacked", async () => {
    let acceptedAnswer: unknown;
    const client: string = serve((request, response) => {
      acceptedAnswer = request.headers['accept-encoding'];
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(writeBodyFor(client)));
    });
    expect(await ask(client)).toBe(400);
    expect(acceptedAnswer).toBe('identity');
  });

  test('is refused after 2.5 seconds, however slowly it arrives', async () => {
    let closed: Promise<unknown> | undefined;
    const client = serve((_, response) => {
      response.writeHead(200).write('{');
      const trickle = setInterval(() => response.write(' '), 100);
      closed = once(response, 'close').then(() => clearInterval(trickle));
    });
    expect(await ask(client)).toBe(400);
    await closed;
  });

  test.each([
    ['names another client', { client_id: `https://${host}/other.json` }],
    ['names no client', { client_id: undefined }],
    ['has a secret', { client_secret: 'told to all' }],
    ['has a secret that expires', { client_secret_expires_at: 0 }],
    ['asks to identify itself by a key', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['has no redirect address', { redirect_uris: [] }],
    ['has eleven redirect addresses', { redirect_uris: Array(11).fill(agentRedirect) }],
    ["has a name that isn't text", { client_name: { en: 'Agent' } }],
  ])('is refused if it %s', async (_, fields) => {
    expect(await ask(publish(fields))).toBe(400);
  });

  test.each([['null'], ['[]'], ['"text"'], ['{'], ['']])('is refused if its body is %j', async (body) => {
    const client = serve((_, response) => void response.writeHead(200).end(body));
    expect(await ask(client)).toBe(400);
  });
});

/** URLs that look like another host than the one that receives the answer. */
const misleading = [
  'https://user:password@evil.example/callback',
  'https://bank.example@evil.example/callback',
  'https://@evil.example/callback',
  'https://*.evil.example/callback',
  'https://%2A.evil.example/callback',
  'https://*/callback',
  'https://evil.example\\@bank.example/callback',
  'https://evil.example;script-src/callback',
  'https://evil.example, bank.example/callback',
  'http://user@127.0.0.1:33418/callback',
  'cursor://user:password@mcp/callback',
  'cursor://*/callback',
];

describe.each(misleading)('the redirect address %s', (address) => {
  test("isn't registered", async () => {
    const refusal = await browser.register({ redirect_uris: [agentRedirect, address] });
    expect([refusal.statusCode, refusal.json().error]).toEqual([400, 'invalid_client_metadata']);
  });

  test('is in no document that lets an agent ask', async () => {
    expect(await ask(publish({ redirect_uris: [address] }), { redirect_uri: address })).toBe(400);
  });
});

describe('requests for tokens are counted for each network', () => {
  const requestFrom = (remoteAddress: string, url: string) =>
    site.app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { host: 'docs.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=refresh_token&client_id=nobody&refresh_token=nothing&token=nothing',
    });

  test.each([
    ['/oauth/token', '192.0.2'],
    ['/oauth/revoke', '198.51.100'],
  ])('counts requests at %s', async (url, network) => {
    const answers = [];
    for (let count = 0; count < 61; count++) answers.push(await requestFrom(`${network}.7`, url));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    const refusal = answers.at(-1);
    expect(refusal?.json().error).toBe('temporarily_unavailable');
    expect(Number(refusal?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await requestFrom(`${network}.8`, url)).statusCode).not.toBe(429);
    now += 61_000;
    expect((await requestFrom(`${network}.7`, url)).statusCode).not.toBe(429);
  });

  test("requests that are answered with tokens don't count", async () => {
    const { client, tokens } = await browser.letIn();
    let token = tokens.refresh_token;
    for (let count = 0; count < 65; count++) {
      const { statusCode, json } = await browser.refresh(client, token);
      expect(statusCode).toBe(200);
      token = json().refresh_token;
    }
  });
});

test("a network that names a hundred documents in an hour must wait, and its documents aren't fetched", async () => {
  const statuses = [];
  for (let count = 0; count < 60; count++) statuses.push(await ask(publish()));
  expect(statuses.at(-1)).toBe(429);
  // Each request counts, and each fetch.
  expect(internet.requests).toHaveLength(50);
});
