import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A minimal browser for signing in at a provider: it keeps cookies, follows redirects and sends forms. */
export interface OidcVisitor {
  /** The URL after the last redirect. */
  get(url: string): Promise<{ url: string; status: number; body: string }>;
  post(url: string, form: Record<string, string>): Promise<{ url: string; status: number; body: string }>;
  /** Signs in through the provider's own forms, from a page of the site and back. */
  signIn(login: string, from?: string): Promise<string>;
  /** Deletes the cookies of an origin, so that its session is gone without a sign-out. */
  deleteCookies(origin: string): void;
  /** The `Cookie` header for the site. */
  cookies(): string;
}

export function createOidcVisitor(site: string): OidcVisitor {
  const jars = new Map<string, Map<string, string>>();

  function openJar(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  }

  const createCookieHeader = (url: string) =>
    [...openJar(url)].map(([name, value]) => `${name}=${value}`).join('; ');

  async function ask(url: string, form?: Record<string, string>) {
    let current = url;
    let body: URLSearchParams | undefined = form && new URLSearchParams(form);
    for (;;) {
      const response = await send(current, createCookieHeader(current), body);
      const jar = openJar(current);
      for (const line of response.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const { location } = response.headers;
      if (location === undefined)
        return { url: current, status: response.statusCode ?? 0, body: await text(response) };
      response.resume();
      current = new URL(location, current).href;
      body = undefined;
    }
  }

  /** The first form of a page, with its hidden fields. */
  function submit(page: { url: string; body: string }, fields: Record<string, string>) {
    const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(page.body) ?? [];
    const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const hiddenFields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    return ask(new URL(action, page.url).href, { ...hiddenFields, ...fields });
  }

  return {
    get: (url) => ask(new URL(url, site).href),
    post: (url, form) => ask(new URL(url, site).href, form),
    signIn: async (login, from = '/auth/oidc/start') => {
      let page = await ask(new URL(from, site).href);
      if (page.body.includes('name="login"')) page = await submit(page, { login, password: 'anything' });
      if (page.body.includes('value="consent"')) page = await submit(page, {});
      return page.url;
    },
    deleteCookies: (origin) => void jars.delete(origin),
    cookies: () => createCookieHeader(site),
  };
}

/** Node's `fetch` always sends headers of a script's request, so this sends those of a navigation. */
async function send(url: string, cookie: string, form?: URLSearchParams): Promise<IncomingMessage> {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', cookie };
  const outgoingRequest = request(url, {
    method: form ? 'POST' : 'GET',
    headers: form ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers,
  }).end(form?.toString());
  const [response]: IncomingMessage[] = await once(outgoingRequest, 'response');
  if (response === undefined) throw new Error('no response');
  return response;
}
