import { createHash, randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TestServer } from './server.ts';

/** The redirect URI of the tests' agent, where it waits for the reader's answer. */
export const agentRedirect = 'http://127.0.0.1:33418/callback';

/** The token endpoint's answer. */
export interface GivenTokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

/** An agent and its reader's browser, which call a server in process. `base` is the server's public address with its path. */
export function createAgent(server: TestServer, base: string) {
  const { host, pathname } = new URL(base);
  const cookies = new Map<string, string>();
  const verifier = randomBytes(32).toString('base64url');
  const resolvePath = (url: string) => pathname.replace(/\/$/, '') + url;

  async function submitForm(
    url: string,
    fields: Record<string, string>,
    headers = {},
  ): Promise<LightMyRequestResponse> {
    return server.app.inject({
      method: 'POST',
      url: resolvePath(url),
      headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: String(new URLSearchParams(fields)),
    });
  }

  /** Requests a page as the browser does: it keeps cookies and follows no redirects. */
  async function browse(
    address: string,
    formFields?: Record<string, string>,
    more: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(address, base);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host, cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate', ...more };
    const response = await server.app.inject({
      method: formFields ? 'POST' : 'GET',
      url: pathname + search,
      headers: { ...headers, ...(formFields && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(formFields && { payload: String(new URLSearchParams(formFields)) }),
    });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  async function register(changes: object = {}): Promise<LightMyRequestResponse> {
    const client = { client_name: 'Test agent', redirect_uris: [agentRedirect], ...changes };
    return server.app.inject({
      method: 'POST',
      url: resolvePath('/oauth/register'),
      headers: { host, 'content-type': 'application/json' },
      payload: JSON.stringify(client),
    });
  }

  /** The authorization URL to which the agent sends its reader. */
  function createQuestion(client: string, changes: Record<string, string> = {}): string {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const parameters = {
      response_type: 'code',
      client_id: client,
      redirect_uri: agentRedirect,
      state: 'of-this-try',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${base.replace(/\/$/, '')}/mcp`,
      ...changes,
    };
    return resolvePath(`/oauth/authorize?${new URLSearchParams(parameters)}`);
  }

  /** Answers the consent question as the reader and returns the URL of the final redirect. */
  async function ask(address: string, answer = 'yes', more: Record<string, string> = {}): Promise<URL> {
    const authorizeResponse = await browse(address);
    const consent = String(authorizeResponse.headers.location);
    const uid = new URL(consent).searchParams.get('uid') ?? '';
    const consentResponse = await browse(resolvePath('/oauth/consent'), { uid, answer, ...more });
    const resumeResponse = await browse(String(consentResponse.headers.location));
    return new URL(String(resumeResponse.headers.location));
  }

  const exchange = (client: string, code: string, changes: Record<string, string> = {}) =>
    submitForm('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      redirect_uri: agentRedirect,
      code_verifier: verifier,
      ...changes,
    });

  return {
    cookies,
    form: submitForm,
    browse,
    register,
    question: createQuestion,
    ask,
    exchange,
    refresh: (client: string, token: string) =>
      submitForm('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: token }),
    /** Signs the browser in with a session cookie of the test server. */
    signedIn(cookie: string): void {
      const [name = '', value = ''] = cookie.split('=');
      cookies.set(
        base.startsWith('https:') ? (pathname === '/' ? '__Host-sid' : '__Secure-sid') : name,
        value,
      );
    },
    /** Registers a client, asks the reader and exchanges the code for tokens. */
    async letIn(): Promise<{ client: string; tokens: GivenTokens }> {
      const client: string = (await register()).json().client_id;
      const code = (await ask(createQuestion(client))).searchParams.get('code') ?? '';
      return { client, tokens: (await exchange(client, code)).json() };
    },
    read: (token: string, url = '/docs/Tasks') =>
      server.app.inject({ url: resolvePath(url), headers: { host, authorization: `Bearer ${token}` } }),
  };
}
