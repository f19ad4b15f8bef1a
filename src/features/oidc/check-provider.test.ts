import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../testing/free-port.ts';
import { oidcClient, startOidcProvider, type TestProvider } from '../../../testing/oidc-provider.ts';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { readFeatureMessages } from '../../config/feature-messages.ts';
import { composeSiteTexts } from '../../config/texts.ts';
import { oidc } from './feature.ts';

const texts = composeSiteTexts({}, readFeatureMessages([oidc]));

async function examine(issuer: string, settings: Record<string, string> = {}) {
  const environment = testEnvironment({
    IDENTITY: 'oidc',
    BASE_URL: 'https://docs.example',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_ALLOW_DOMAINS: '*',
    ...settings,
  });
  return (await oidc.examine?.(environment, { texts, dataFiles: [] })) ?? [];
}

test('asks no provider if the site has its own accounts', async () => {
  // Nothing listens at this address.
  expect(await examine('http://127.0.0.1:2', { IDENTITY: 'local' })).toEqual([]);
});

test("reports a provider that can't be reached, and why", async () => {
  expect(await examine(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject([
    {
      check: 'identity',
      state: 'fail',
      message: expect.stringContaining("can't be reached (ECONNREFUSED)"),
      todo: expect.stringContaining('Check OIDC_ISSUER'),
    },
  ]);
});

/** Answers of a server that isn't the configured provider, by path. */
const answers: Record<string, { status?: number; type?: string; body?: string }> = {
  '/missing': { status: 404, type: 'text/html', body: '<p>Not found</p>' },
  '/broken': { status: 503, type: 'text/plain', body: 'down' },
  '/website': { type: 'text/html', body: '<!doctype html>' },
  '/cut': { body: '{"issuer": ' },
  '/nameless': { body: '{}' },
  '/renamed': { body: '{"issuer": "https://id.example"}' },
  '/long': { body: JSON.stringify({ issuer: `https://id.example/${'x'.repeat(10_000)}` }) },
};

const server = createServer(({ url = '' }, response) => {
  const {
    status = 200,
    type = 'application/json',
    body,
  } = answers[url.replace('/.well-known/openid-configuration', '')] ?? {};
  response.writeHead(status, { 'content-type': type }).end(body);
});
let origin: string;
let provider: TestProvider;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = await startOidcProvider({ port: await findFreePort(), site: 'https://docs.example' });
});
afterAll(async () => {
  server.close();
  await provider?.close();
});

test.each([
  ['/missing', 'responds with the HTTP status 404'],
  ['/broken', 'responds with the HTTP status 503'],
  ['/website', "isn't a valid OpenID Connect discovery document"],
  ['/cut', "isn't a valid OpenID Connect discovery document"],
  ['/nameless', "isn't a valid OpenID Connect discovery document"],
  ['/renamed', 'calls itself https://id.example, so'],
  ['/long', `calls itself https://id.example/${'x'.repeat(181)}, so`],
])('reports what is wrong with the answer of %s', async (path, message) => {
  expect(await examine(origin + path)).toMatchObject([
    {
      state: 'fail',
      message: expect.stringContaining(message),
      todo: expect.stringContaining('OIDC_ISSUER'),
    },
  ]);
});

test('accepts a provider that answers, and names the parts of the document that are missing', async () => {
  expect(await examine(provider.issuer)).toEqual([
    {
      check: 'identity',
      state: 'ok',
      message: `The identity provider ${provider.issuer}/ responds, and its discovery document is valid.`,
    },
  ]);
  provider.tampering.metadata = (document) => {
    for (const name of ['token_endpoint', 'jwks_uri']) Reflect.deleteProperty(document, name);
  };
  expect(await examine(provider.issuer)).toMatchObject([
    { state: 'fail', message: expect.stringContaining('lacks token_endpoint and jwks_uri') },
  ]);
});
