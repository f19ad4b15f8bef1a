import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReadings } from '../../testing/open-readings.ts';
import { createBareSite, createWholeSite } from '../../testing/scoped-sites.ts';
import { reader as owner, startServer, type TestServer } from '../../testing/server.ts';
import type { TestSite } from '../../testing/test-site.ts';
import { selectPagesOfScope } from '../features/pdf-export/pages-of-scope.ts';
import { listChapters, readPublishedPages } from '../features/pdf-export/published-pages.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { openViews } from './scope-views.ts';

let whole: TestSite;
let bare: TestSite;
let server: TestServer;
let bareServer: TestServer;
let reader: string;
let member: string;
let partner: string;
let administrator: string;

beforeAll(async () => {
  whole = createWholeSite();
  bare = createBareSite();
  const built = await whole.build();
  expect(built.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const builtBare = await bare.build();
  expect(builtBare.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const createSearchOptions = (of: TestSite) => ({
    dist: of.distDir,
    origin: 'https://docs.example',
    openViews,
    environment: { DATA_DIR: of.root },
  });
  server = await startServer(createSearchOptions(whole));
  bareServer = await startServer(createSearchOptions(bare));
  reader = await server.signInAs();
  member = await server.signInAs('staff');
  partner = await server.signInAs('partners', 'unheard-of');
  administrator = await server.signIn();
});
afterAll(async () => {
  await server?.close();
  await bareServer?.close();
  whole?.[Symbol.dispose]();
  bare?.[Symbol.dispose]();
});

const listAddresses = (of: TestSite) => readLiveManifest(of.distDir)?.entries.map(({ url }) => url) ?? [];
const get = (cookie: string, url: string, headers: Record<string, string> = {}) =>
  server.get(encodeURI(`/help${url}`), { cookie, ...headers });

describe('a reader without the groups of a page', () => {
  test('gets the same bytes as from a site without that page', async () => {
    const bareReader = await bareServer.signInAs();
    const differingAddresses: string[] = [];
    for (const url of listAddresses(bare)) {
      if (url.startsWith('/admin')) continue;
      const [seen, expected] = await Promise.all([
        get(reader, url),
        bareServer.get(encodeURI(`/help${url}`), { cookie: bareReader }),
      ]);
      if (seen.statusCode !== expected.statusCode || seen.body !== expected.body)
        differingAddresses.push(url);
    }
    expect(differingAddresses).toEqual([]);
  });

  test('gets the same answer for the page as for a path that never existed', async () => {
    const visibleUrls = new Set(listAddresses(bare));
    const hiddenUrls = [
      ...listAddresses(whole).filter((url) => !visibleUrls.has(url)),
      '/docs/zibelines-before',
    ];
    expect(hiddenUrls).toEqual(
      expect.arrayContaining([
        '/docs/staff/handbook',
        '/_page/help/docs/staff/handbook.json',
        '/docs/staff/handbook.md',
        '/docs/open/second',
        '/docs/category/zibeline-room',
        '/docs/tags/zibeline-tag',
        '/inner',
        '/staff/plan.txt',
      ]),
    );
    const requests: [string, Record<string, string>, ('HEAD' | 'POST')?][] = [
      ['', {}],
      ['', {}, 'HEAD'],
      ['', {}, 'POST'],
      ['/', {}],
      ['.html', {}],
      ['/index.html', {}],
      ['', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }],
    ];
    for (const url of hiddenUrls)
      for (const [end, headers, method = 'GET'] of requests) {
        const ask = (path: string) =>
          server.app.inject({
            method,
            url: encodeURI(`/help${path}${end}`),
            headers: { host: 'localhost:3000', cookie: reader, ...headers },
          });
        const [answer, never] = await Promise.all([ask(url), ask('/docs/never-was-there')]);
        const { 'x-request-id': _, date: __, ...sentHeaders } = answer.headers;
        const { 'x-request-id': _2, date: __2, ...expected } = never.headers;
        const what = `${method} ${url}${end}`;
        expect([what, answer.statusCode, sentHeaders]).toEqual([what, never.statusCode, expected]);
        expect(answer.body.replaceAll(url + end, '')).toBe(
          never.body.replaceAll(`/docs/never-was-there${end}`, ''),
        );
      }
  });

  test('finds no word of the page in any answer', async () => {
    for (const url of listAddresses(whole)) {
      const { body } = await get(reader, url);
      expect([url, /zibeline/i.exec(body)?.[0]]).toEqual([url, undefined]);
    }
  });
});

test('a reader in a group finds its pages in every list, copy and search', async () => {
  const home = await get(member, '/docs/');
  expect(home.body).toContain('Zibeline room');
  expect((await get(member, '/docs/staff/handbook')).body).toContain('Kept by the zibeline');
  expect((await get(member, '/docs/open/first')).body).toContain('Zibeline second');
  for (const list of ['/_titles.json', '/llms.txt', '/llms-full.txt', '/_sidebar/main.json'])
    expect((await get(member, list)).body).toContain('Zibeline handbook');
  expect((await get(member, '/staff/plan.txt')).body).toBe('zibeline plan');
  expect((await get(member, '/docs/zibelines-before')).headers.location).toBe('/help/docs/staff/rota');
  for (const label of ['Zibeline shelf', 'Zibeline tools'])
    expect([label, home.body.includes(label)]).toEqual([label, true]);
});

test('readers who see everything get the files of the build', async () => {
  for (const cookie of [administrator, await server.signInAs('partners', 'staff')])
    for (const url of ['/docs/staff/handbook', '/docs/open/third', '/_page/help/docs/open/third.json'])
      expect((await get(cookie, url)).body).toBe(
        Buffer.from(whole.page(`/help${url}`) ?? '', 'latin1').toString(),
      );
});

test('cards and their counts contain only what the reader can open', async () => {
  const findCards = async (cookie: string) => {
    const { body } = await get(cookie, '/docs/');
    const grid = body.slice(body.indexOf('class="card-grid"'));
    return [...grid.matchAll(/<article>.*?<\/article>/gs)].map(([card]) =>
      card
        .replace(/<svg.*?<\/svg>/gs, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  };
  const ofAll = ['📄️ Intro Welcome, quokka.', '🗃 Open All of it'];
  const ofReaders = [...ofAll, '🗃 Welcome 2 items'];
  const ofStaff = [...ofAll, '🗃 Welcome 3 items', '🗃 Zibeline room 2 items'];
  expect([await findCards(reader), await findCards(partner)]).toEqual([ofReaders, ofReaders]);
  expect([await findCards(member), await findCards(administrator)]).toEqual([ofStaff, ofStaff]);
});

test('a part of a page is shown only to its groups, wherever the page appears', async () => {
  const both = await server.signInAs('partners', 'staff');
  const blog = ['/blog', '/blog/2024/01/01/post', '/blog/rss.xml'];
  for (const url of blog)
    expect([url, (await get(member, url)).body]).toEqual([url, expect.stringContaining('A zibeline posts.')]);
  for (const url of [
    '/docs/open/third',
    '/_page/help/docs/open/third.json',
    '/docs/open/third.md',
    '/llms-full.txt',
  ]) {
    const [seen, whole] = await Promise.all([get(member, url), get(both, url)]);
    expect([url, seen.body]).toEqual([url, expect.stringContaining('Blue zibeline')]);
    expect(seen.body).not.toContain('for partners');
    expect(whole.body).toContain('for partners');
  }
  const [picture] = listAddresses(whole).filter((url) => url.includes('/part.'));
  expect((await get(member, picture ?? '')).statusCode).toBe(200);
  expect((await search(both, 'blue zibeline for partners')).hits[0]?.url).toBe(
    '/help/docs/open/third#zibeline-part',
  );
});

test('a book contains what its readers can open', async () => {
  const publishedPages = readPublishedPages(whole.distDir);
  if (!publishedPages) throw new Error('Nothing is published.');
  const createBook = async (scope: Parameters<typeof selectPagesOfScope>[2]) => {
    const pages = await selectPagesOfScope(publishedPages, whole.distDir, scope);
    if ('error' in pages) return pages.error;
    const list = listChapters(pages.site, undefined);
    const chapters = 'chapters' in list ? list.chapters : [];
    const texts = chapters.map(({ title, path = '' }) => `${title} ${pages.findArticle(path)?.html}`);
    return texts.join('\n') + pages.readFile('/help/_assets/articles.css')?.bytes;
  };
  const ofStaff = await createBook({ kind: 'reader', groups: ['staff'] });
  for (const text of ['Zibeline handbook', 'Blue zibeline']) expect(ofStaff).toContain(text);
  const ofReaders = await createBook({ kind: 'reader', groups: [] });
  expect(ofReaders).toContain('The dibbler signs in.');
  expect(ofReaders).not.toMatch(/zibeline/i);
  const ofVisitors = await createBook({ kind: 'visitor' });
  expect(ofVisitors).toContain('Hello, wombat.');
  expect(ofVisitors).not.toMatch(/zibeline|dibbler|numbat|quokka/i);
  expect(await createBook({ kind: 'reader', groups: ['stuff'] })).toContain('Did you mean "staff"?');
});

test('groups without pages make no difference', async () => {
  expect((await get(partner, '/docs/')).body).toBe((await get(reader, '/docs/')).body);
  expect((await get(partner, '/inner')).statusCode).toBe(404);
});

describe('a visitor', () => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    server.get(encodeURI(`/help${url}`), headers);
  const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

  test('reads public pages with public navigation, which shared caches may store', async () => {
    const home = await open('/', page);
    expect([home.statusCode, home.headers['cache-control'], home.headers.vary]).toEqual([
      200,
      'public, no-cache',
      'Cookie, Accept-Encoding',
    ]);
    expect(home.headers['x-robots-tag']).toBeUndefined();
    expect(home.body).toContain('The wombat is at home.');
    expect(home.body).toContain('<meta property="og:title" content="Front">');
    expect(home.body).toContain('<meta property="og:url" content="https://docs.example/help/">');
    expect(home.body).not.toContain('name="robots"');
    const again = await open('/', { ...page, 'if-none-match': String(home.headers.etag) });
    expect(again.statusCode).toBe(304);
    const welcome = await open('/docs/public/welcome', page);
    expect(welcome.body).toMatch(/href="\/help\/docs\/public\/more"/);
    expect(welcome.body).toContain('href="/help/login?next=/docs/public/welcome"');
    for (const absent of ['/account', '/help/_feedback', 'Dibbler', '/docs/category/open', 'Post'])
      expect([absent, welcome.body.includes(absent)]).toEqual([absent, false]);
    expect((await open('/docs/public/welcome/', page)).headers.location).toBe('/help/docs/public/welcome');
    const readersPage = await get(reader, '/docs/public/welcome', page);
    expect([readersPage.headers['cache-control'], readersPage.headers['x-robots-tag']]).toEqual([
      'private, no-store',
      'noindex, nofollow',
    ]);
    for (const there of ['Dibbler part', '/docs/category/open', '/account'])
      expect([there, readersPage.body.includes(there)]).toEqual([there, true]);
  });

  test('gets the same answer for other pages as for a path that never existed', async () => {
    const theirs = [
      '/',
      '/docs/public/',
      '/docs/tags',
      '/search',
      '/_page/help/',
      '/_sidebar/',
      '/llms',
      '/_assets/',
      '/sitemap.xml',
      '/robots.txt',
    ];
    const urls = [
      ...listAddresses(whole).filter((url) => !['/login', '/setup'].includes(url)),
      '/docs/before',
      '/docs/zibelines-before',
    ];
    const openedScopes: string[] = [];
    for (const url of urls)
      for (const headers of [{}, page]) {
        const [answer, never] = await Promise.all([open(url, headers), open('/never-was', headers)]);
        // The documentation redirects to its first public page.
        if (url === '/docs/') {
          expect(answer.headers.location).toBe('/help/docs/public/more');
          continue;
        }
        if (answer.statusCode === 200) {
          openedScopes.push(url);
          expect([
            url,
            /zibeline|numbat|bilby|quokka|potoroo|dibbler|Staff room|Third/i.exec(answer.body)?.[0],
          ]).toEqual([url, undefined]);
          continue;
        }
        const { 'x-request-id': _, date: __, location = '', ...sentHeaders } = answer.headers;
        const { 'x-request-id': _2, date: __2, location: nowhere = '', ...expected } = never.headers;
        expect([url, answer.statusCode, sentHeaders, answer.body]).toEqual([
          url,
          never.statusCode,
          expected,
          never.body,
        ]);
        expect(decodeURIComponent(String(location)).replace(url, '')).toBe(
          String(nowhere).replace('/never-was', ''),
        );
      }
    expect(openedScopes.filter((url) => !theirs.some((start) => url.startsWith(start)))).toEqual([]);
    expect(openedScopes).toEqual(
      expect.arrayContaining([
        '/docs/public/welcome',
        '/docs/public/welcome.md',
        '/llms.txt',
        '/sitemap.xml',
      ]),
    );
    expect([...new Set(openedScopes)].filter((url) => /shown|dibbler|part|kept/.test(url))).toEqual([
      expect.stringContaining('/shown.'),
    ]);
    const { body: sitemap } = await open('/sitemap.xml');
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      ['/', '/docs/public/more', '/docs/public/welcome', '/docs/tags', '/docs/tags/shared'].map(
        (url) => `https://docs.example/help${url}`,
      ),
    );
  });

  test('can load every script of a page, and finds public pages', async () => {
    const { body } = await open('/docs/public/welcome', page);
    const scripts = [...body.matchAll(/(?:src|href)="\/help(\/_assets\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(scripts.length).toBeGreaterThan(2);
    for (const url of scripts) expect([url, (await open(url)).statusCode]).toEqual([url, 200]);
    // Rules that replace inline styles follow the pages that have them.
    const readStyles = async (cookie: string) => (await get(cookie, '/_assets/articles.css')).body;
    for (const [cookie, rules] of [
      ['', []],
      [reader, ['red']],
      [member, ['blue', 'red', 'zibeline']],
    ] as const) {
      const sheet = await readStyles(cookie);
      expect(['blue', 'red', 'zibeline'].filter((rule) => sheet.includes(rule))).toEqual(rules);
    }
    expect((await search('', 'wombat')).nbHits).toBeGreaterThan(0);
    for (const word of ['numbat', 'dibbler', 'zibeline', 'numba'])
      expect((await search('', word)).nbHits).toBe(0);
    expect((await search(reader, 'dibbler')).nbHits).toBe(1);
    expect((await open('/search?q=wombat', page)).body).toContain('More <mark>wombat</mark>s');
    expect((await open('/api/v1/openapi.json')).statusCode).toBe(401);
  });
});

async function search(cookie: string, query: string) {
  const { body } = await server.app.inject({
    method: 'POST',
    url: '/help/1/indexes/*/queries',
    headers: { cookie, host: 'localhost:3000', 'content-type': 'application/json' },
    payload: JSON.stringify({ requests: [{ indexName: 'docs', query }] }),
  });
  return JSON.parse(body).results[0];
}

describe('a search', () => {
  test('finds, counts and suggests only what is in the scope', async () => {
    for (const query of ['zibeline', 'zib', 'zibline', 'handbook', 'rota', '']) {
      const result = await search(reader, query);
      expect([query, JSON.stringify(result.hits)]).not.toEqual([
        query,
        expect.stringMatching(/zibeline|staff/i),
      ]);
      expect([query, JSON.stringify(result.userData ?? '')]).not.toEqual([
        query,
        expect.stringMatching(/zibeline/i),
      ]);
    }
    expect((await search(reader, 'zibeline')).nbHits).toBe(0);
    expect((await search(member, 'zibeline')).nbHits).toBeGreaterThan(0);
    expect((await search(reader, 'numbat')).nbHits).toBe(1);
    const results = await get(reader, '/search?q=zibeline', { accept: 'text/html' });
    expect(results.body.replaceAll('"zibeline"', '').match(/zibeline (?:room|handbook|rota)/i)).toBeNull();
  });
});

describe('an administrator', () => {
  const requestPreview = (cookie: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/help/auth/preview',
      headers: { cookie, host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const createCookie = (answer: Awaited<ReturnType<typeof requestPreview>>) =>
    `${administrator}; ${String(answer.headers['set-cookie']).split(';')[0]}`;

  test('can preview the site as other readers see it, with a bar and an audit entry', async () => {
    const previewStart = await requestPreview(administrator, 'group=partners&group=nonsense');
    expect([previewStart.statusCode, previewStart.headers.location]).toEqual([303, '/help/']);
    const seen = createCookie(previewStart);
    const home = await get(seen, '/docs/');
    expect(home.body).toContain('You’re viewing the site as a reader in Partner companies.');
    expect(home.body).not.toMatch(/zibeline/i);
    expect((await get(seen, '/inner')).statusCode).toBe(404);
    expect((await search(seen, 'zibeline')).nbHits).toBe(0);
    // Administration stays available.
    expect((await get(seen, '/admin/users')).statusCode).toBe(200);
    const asStaff = createCookie(await requestPreview(administrator, 'group=staff'));
    expect((await get(asStaff, '/inner')).body).toContain('You’re viewing the site as a reader in staff.');
    // A reader in no group, and one in several.
    const ofNone = await get(createCookie(await requestPreview(administrator, '')), '/docs/');
    expect(ofNone.body).toContain('You’re viewing the site as a reader in no group.');
    expect(ofNone.body).not.toMatch(/zibeline/i);
    const asBoth = createCookie(await requestPreview(administrator, 'group=staff&group=partners'));
    const third = await get(asBoth, '/docs/open/third');
    expect(third.body).toContain('You’re viewing the site as a reader in Partner companies, staff.');
    expect(third.body).toContain('for partners');
    expect((await get(asStaff, '/docs/open/third')).body).not.toContain('for partners');
    // Only in this browser: another one of the same administrator is unaffected.
    for (const elsewhere of [administrator, await server.signIn()])
      expect((await get(elsewhere, '/inner')).body).not.toContain('viewing the site as');
    const previewEnd = await requestPreview(seen, 'end=yes');
    expect(previewEnd.headers.location).toBe('/help/admin/audiences');
    expect((await get(createCookie(previewEnd), '/inner')).body).not.toContain('viewing the site as');
    const { rows } = (await get(administrator, '/api/v1/audit?limit=100')).json();
    const previewEvents = rows.filter(({ event }: { event: string }) => event.startsWith('preview-'));
    expect(
      previewEvents.map(({ event, email, detail }: Record<string, string>) => [event, email, detail]),
    ).toEqual(
      [
        ['preview-ended', null],
        ['preview-begun', 'staff partners'],
        ['preview-begun', 'no group'],
        ['preview-begun', 'staff'],
        ['preview-begun', 'partners'],
      ].map(([event, detail]) => [event, owner.email, detail]),
    );
  });

  test('can preview the site as visitors see it', async () => {
    const seen = createCookie(await requestPreview(administrator, 'visitor=yes&group=staff'));
    const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    const welcome = await get(seen, '/docs/public/welcome', page);
    expect(welcome.body).toContain('You’re viewing the site as a visitor.');
    expect(welcome.body).toContain('href="/help/login?next=/docs/public/welcome"');
    expect(welcome.body).not.toMatch(/dibbler|zibeline|numbat/i);
    // Shared caches must not store it.
    expect([welcome.headers['cache-control'], welcome.headers['x-robots-tag']]).toEqual([
      'private, no-store',
      'noindex, nofollow',
    ]);
    expect((await server.get('/help/docs/public/welcome', page)).body).not.toContain('viewing the site as');
    const missing = await get(seen, '/docs/open/first', page);
    expect([missing.statusCode, missing.body.includes('viewing the site as a visitor')]).toEqual([404, true]);
    expect(missing.body).not.toMatch(/numbat|First/);
    expect((await search(seen, 'numbat')).nbHits).toBe(0);
    expect((await search(seen, 'wombat')).nbHits).toBeGreaterThan(0);
    expect((await get(seen, '/admin/users')).statusCode).toBe(200);
    const { body: log } = await get(administrator, '/api/v1/audit');
    expect(log).toMatch(/"event":"preview-begun"[^}]*"detail":"visitor"/);
    for (const cookie of [`${reader}; preview=visitor`, reader])
      expect((await get(cookie, '/docs/open/first', page)).body).toContain('numbat');
  });

  test('is the only one who can preview, and a forged preview cookie reveals nothing', async () => {
    expect((await requestPreview(reader, 'group=staff')).statusCode).toBe(404);
    for (const cookie of ['preview=.staff', '__Host-preview=.staff', 'preview=visitor'])
      expect((await get(`${reader}; ${cookie}`, '/inner')).statusCode).toBe(404);
  });

  test('can list which groups can open which pages', async () => {
    const read = async (url: string) => (await get(administrator, `/api/v1/audiences${url}`)).json();
    const { groups, everyReader, total, visitors, links, neighbours } = await read('');
    expect(
      groups.map(({ name, pages }: { name: string; pages: number }) => [name, pages - everyReader]),
    ).toEqual([
      ['staff', total - everyReader],
      ['partners', 0],
    ]);
    const all = await read('/pages?kind=all&limit=1000');
    expect([all.total, all.rows.length]).toEqual([total, total]);
    expect(all.rows).toContainEqual({
      path: '/help/docs/staff/handbook',
      groups: ['staff'],
      seenBy: 'groups',
    });
    expect(all.rows).toContainEqual({ path: '/help/docs/open/first', groups: [], seenBy: 'readers' });
    expect(all.rows.filter(({ path }: { path: string }) => /admin|account/.test(path))).toEqual([]);
    const open = await read('/pages?kind=visitors&order=descending&limit=2');
    expect([open.total, open.rows.map(({ path }: { path: string }) => path)]).toEqual([
      visitors,
      ['/help/docs/tags/shared', '/help/docs/tags'],
    ]);
    const matchingPages = await read('/pages?group=staff&search=Rota+docs');
    expect(matchingPages).toEqual({
      rows: [{ path: '/help/docs/staff/rota', groups: ['staff'], seenBy: 'groups' }],
      total: 1,
    });
    expect((await read('/pages?kind=nobody')).rows).toEqual([]);
    const gaps = await read('/gaps?kind=neighbours&search=first');
    expect(gaps.rows).toContainEqual({ from: '/help/docs/open/first', to: '/help/docs/open/second' });
    expect((await read('/gaps?kind=neighbours&search=blog')).rows).toContainEqual({
      from: '/help/blog/2024/01/01/post',
      to: '/help/blog/2024/02/01/zibeline',
    });
    // A link from a public page to one for readers isn't a gap: visitors are asked to sign in.
    expect([links, (await read('/gaps')).total, (await read('/gaps?kind=neighbours')).total]).toEqual([
      0,
      0,
      neighbours,
    ]);
  });
});

test('a change of groups ends the sessions of the reader', async () => {
  const cookie = await server.signInAs('staff');
  expect((await get(cookie, '/inner')).statusCode).toBe(200);
  const { accountId } = (await server.identity.resolveSession(cookie.replace('sid=', ''))) ?? {
    accountId: '',
  };
  expect(await server.identity.accounts.setGroups(accountId, [])).toBe('done');
  expect((await get(cookie, '/inner')).statusCode).toBe(401);
});

test('the most read pages are those that the reader may open, without counts', async () => {
  const formatDay = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const readings = await openReadings({ DATA_DIR: whole.root });
  const view = (page: string, ...counts: number[]) =>
    readings.add(counts.map((count, ago) => ({ day: formatDay(ago), page, count })));
  const listMostRead = async (cookie: string) => {
    const pages = (await server.get('/help/_most-read', { cookie })).json();
    return pages.map(({ url, title }: { url: string; title: string }) => [url, title]);
  };
  // Views on one day only, pages that only list others, and pages that don't exist.
  await view('/docs/open/third', 99);
  await view('/docs/tags/zibeline-tag', 50, 50);
  await view('/docs/nothing', 50, 50);
  await view('/docs/open/first', 6, 4);
  await view('/docs/staff/handbook', 30, 20);
  await readings.close();
  const first = ['/help/docs/open/first', 'First'];
  expect(await listMostRead(member)).toEqual([['/help/docs/staff/handbook', 'Zibeline handbook'], first]);
  for (const cookie of [reader, partner]) expect(await listMostRead(cookie)).toEqual([first]);
  const page = await get(reader, '/search');
  expect(page.body).toContain('<a href="/help/docs/open/first">First</a>');
  expect(page.body).not.toMatch(/zibeline/i);
  expect((await get(member, '/search')).body).toContain('Zibeline handbook</a>');
  // Visitors aren't counted, and see nothing of what readers do.
  expect((await server.get('/help/search')).body).not.toContain('search-sections');
  expect((await server.get('/help/_most-read')).statusCode).toBe(401);
});
