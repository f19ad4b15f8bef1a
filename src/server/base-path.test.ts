import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureEntries } from '../../testing/release.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const writeHtml = (text: string) => `<!doctype html><h1>${text}</h1>`;

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({
    release: {
      entries: [
        ...fixtureEntries,
        { url: '/es/404', content: writeHtml('Aquí no hay nada'), status: 404 },
        { url: '/es/docs/Tasks', content: writeHtml('Tareas') },
      ],
      redirects: [
        { from: '/old', to: '/docs/Tasks' },
        { from: '/setup', to: '/docs/Tasks' },
      ],
      change: (manifest) => {
        const [english] = manifest.languages;
        const texts = {
          signInLanguage: 'es',
          wrongCredentials: 'No es correcto.',
          emailInvalid: 'No es un correo.',
          fileUnknownColumn: 'No hay columna «{name}».',
        };
        const spanish = { tag: 'es-MX', path: '/es/', templates: english?.templates, texts };
        return { ...manifest, basePath: '/our help/', languages: [...manifest.languages, spanish] };
      },
    },
  });
  cookie = await server.signIn();
});
afterAll(() => server.close());

const addBasePath = (url: string) => `/our%20help${url}`;
const leadsTo = async (url: string, headers = {}) => {
  const { statusCode, headers: answerHeaders } = await server.get(url, { ...page, ...headers });
  return [statusCode, answerHeaders.location];
};
let networks = 0;
/** Each request comes from another network, so that no rate limit applies. */
const signIn = (password: string, headers = {}) =>
  server.app.inject({
    method: 'POST',
    remoteAddress: `10.0.${++networks}.1`,
    url: addBasePath('/auth/sign-in'),
    headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ ...reader, password }),
  });

describe('below its base path', () => {
  test('a site has all its paths, and redirects only to them', async () => {
    expect(await leadsTo(addBasePath('/docs/Tasks'))).toEqual([303, addBasePath('/login?next=/docs/Tasks')]);
    expect((await server.get(addBasePath('/docs/Tasks'), { cookie })).statusCode).toBe(200);
    expect((await server.get('/our%20%68elp/docs/Tasks', { cookie })).statusCode).toBe(200);
    expect(await leadsTo(addBasePath('/old'), { cookie })).toEqual([308, addBasePath('/docs/Tasks')]);
    expect(await leadsTo(addBasePath('/login'), { cookie })).toEqual([303, addBasePath('/')]);
  });

  test("the session cookie isn't sent to other sites on the same host", async () => {
    const answer = await signIn(reader.password);
    expect(String(answer.headers['set-cookie'])).toMatch(/^sid=[\w-]+; Path=\/our%20help\/; HttpOnly/);
  });

  test('a link for another user is complete', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: addBasePath('/api/v1/accounts'),
      headers: { host: 'localhost:3000', cookie, 'content-type': 'application/json' },
      payload: JSON.stringify({ email: 'new@example.com', name: 'New', role: 'reader' }),
    });
    expect(answer.json().link).toMatch(/^http:\/\/localhost:3000\/our%20help\/invite\?token=/);
  });

  test('the set-up path belongs to the site after set-up, for its readers', async () => {
    expect(await leadsTo(addBasePath('/setup'))).toEqual([303, addBasePath('/login')]);
    expect(await leadsTo(addBasePath('/setup'), { cookie })).toEqual([303, addBasePath('/docs/Tasks')]);
  });
});

describe('outside its base path', () => {
  test('there is only a redirect to the site', async () => {
    expect(await leadsTo('/')).toEqual([303, addBasePath('/')]);
    expect(await leadsTo('/our%20help')).toEqual([303, addBasePath('/')]);
    // Whether such a page exists makes no difference.
    for (const [url, target] of [
      ['//our%20help/docs/Tasks?a=b', '/docs/Tasks?a=b'],
      ['//our%20help//nothing', '/nothing'],
      ['///our%20help/', '/'],
    ] as const)
      expect(await leadsTo(url)).toEqual([308, addBasePath(target)]);
    const outsidePaths = [
      '/login',
      '/docs/Tasks',
      '/auth/session',
      '/our',
      '/our%20helps/login',
      '/%E0/login',
    ];
    for (const url of outsidePaths) {
      const answers = [await server.get(url, page), await server.get(url, { ...page, cookie })];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(
        url.startsWith('/%') ? [400, 400] : [404, 404],
      );
    }
  });

  test('the health endpoints exist, and not below the base path', async () => {
    expect((await server.get('/healthz')).statusCode).toBe(200);
    expect((await server.get(addBasePath('/healthz'))).statusCode).toBe(404);
    // A relative location is below the root of the host, not below the base path.
    expect(await leadsTo('/healthz/')).toEqual([308, '../healthz']);
    expect(await leadsTo('/readyz/', { cookie })).toEqual([308, '../readyz']);
    expect(await leadsTo('//healthz')).toEqual([308, '../healthz']);
    expect(await leadsTo('//readyz//')).toEqual([308, '../../../readyz']);
    expect((await server.get(addBasePath('/healthz/'), { cookie })).statusCode).toBe(404);
  });
});

describe('in several languages', () => {
  const readLanguage = async (headers: Record<string, string>) =>
    (await signIn('wrong', headers)).json().error.message;
  const spanish = 'No es correcto.';

  test('the sign-in page uses the language of the previous page, or else the one that the browser prefers', async () => {
    const createReferrer = (url: string) => ({ referer: `http://localhost:3000${addBasePath(url)}` });
    expect(await readLanguage({})).not.toBe(spanish);
    expect(await readLanguage({ 'accept-language': 'de, es-ES;q=0.8, en;q=0.5' })).toBe(spanish);
    expect(await readLanguage({ 'accept-language': 'en, es;q=0.8' })).not.toBe(spanish);
    expect(await readLanguage({ 'accept-language': 'es;q=0, *' })).not.toBe(spanish);
    expect(await readLanguage(createReferrer('/login?next=/es/docs/Tasks'))).toBe(spanish);
    expect(await readLanguage({ ...createReferrer('/login?lang=en'), 'accept-language': 'es' })).not.toBe(
      spanish,
    );
    expect(await readLanguage({ ...createReferrer('/docs/Tasks'), 'accept-language': 'es' })).not.toBe(
      spanish,
    );
    expect(await readLanguage({ referer: 'http://elsewhere.example/our%20help/login?lang=es-MX' })).not.toBe(
      spanish,
    );
    expect(await readLanguage({ ...createReferrer('/login'), 'accept-language': 'es' })).toBe(spanish);
  });

  test.each([
    ['a new account', '/api/v1/accounts', { email: 'new', name: '', role: 'reader' }, 'No es un correo.'],
    ['an imported file', '/api/v1/accounts/import/plan', { csv: 'email,nombre' }, 'No hay columna «nombre».'],
  ])('the language of the page describes what is wrong with %s', async (_, url, body, description) => {
    const ask = (path: string) =>
      server.app.inject({
        method: 'POST',
        url: addBasePath(url),
        headers: {
          host: 'localhost:3000',
          cookie,
          'content-type': 'application/json',
          referer: `http://localhost:3000${addBasePath(path)}`,
        },
        payload: JSON.stringify(body),
      });
    expect((await ask('/es/admin/users')).body).toContain(description);
    expect((await ask('/admin/users')).body).not.toContain(description);
  });

  test("the language of an answer doesn't reveal whether the referring page exists", async () => {
    const createReferrer = (url: string) => ({ referer: `http://localhost:3000${addBasePath(url)}` });
    for (const language of ['es', 'en'])
      for (const [there, nowhere] of [
        ['/docs/Tasks', '/docs/Nowhere'],
        ['/es/docs/Tasks', '/es/docs/Nowhere'],
      ] as const)
        expect(await readLanguage({ ...createReferrer(there), 'accept-language': language })).toBe(
          await readLanguage({ ...createReferrer(nowhere), 'accept-language': language }),
        );
  });

  test('the not-found page has the language of the path', async () => {
    const readMissing = (url: string) =>
      server.get(addBasePath(url), { ...page, cookie, 'accept-language': 'es' });
    expect((await readMissing('/es/nothing')).body).toContain('Aquí no hay nada');
    expect((await readMissing('/nothing')).body).not.toContain('Aquí');
  });
});
