import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '../../src/model/manifest.ts';
import { siteSearch } from '../../src/server/api/search.ts';
import { siteMcp } from '../../src/server/mcp/mcp-route.ts';
import { openViews } from '../../src/views/scope-views.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { TestSite } from '../../testing/test-site.ts';

/**
 * A generated site with nested audiences, public pages and parts of pages, and for each scope, that of visitors too, all
 * that it answers: nothing of a page or part outside, everything of those inside. Who sees what is worked out here by itself. `AUDIENCE_PAGES=2000 AUDIENCE_GROUPS=12
 * AUDIENCE_SCOPES=40` is the size that SECURITY.md speaks of.
 */
const PAGES = Number(process.env.AUDIENCE_PAGES ?? 30);
const GROUPS = Number(process.env.AUDIENCE_GROUPS ?? 4);
const SCOPES = Number(process.env.AUDIENCE_SCOPES ?? 3);

/** The same numbers at each run: what fails once fails again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const next = random(16);
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(next() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};
const groups = Array.from({ length: GROUPS }, (_, at) => `group-${at}`);

type Seen = 'public' | 'readers' | string[];
/** Groups of a reader; none: a visitor. */
type Who = readonly string[] | undefined;
const someAudience = (): Seen => (next() < 0.2 ? 'readers' : [...new Set([pick(groups), pick(groups)])]);

/** Letters only, so that searches take it for a word like any; far from each other, so that none is another's misspelling. */
function canaryOf(at: number): string {
  const letter = (number: number) => String.fromCharCode(97 + (number % 26));
  const own = random(at * 7_919 + 13);
  return `zq${Array.from({ length: 12 }, () => letter(Math.floor(own() * 26))).join('')}`;
}

interface Page {
  path: string;
  canary: string;
  seen: Seen;
  /** A part of it, for some of those who see it. */
  part?: { canary: string; seen: Seen } | undefined;
}

function generate(): { files: Record<string, string>; pages: Page[] } {
  const files: Record<string, string> = {};
  const pages: Page[] = [];
  const perFolder = 6;
  const folders: { dir: string; seen: Seen }[] = [{ dir: '', seen: 'readers' }];
  for (let at = 0; at < Math.ceil(PAGES / perFolder); at += 1) {
    const parent = pick(folders);
    const dir = `${parent.dir}f${at}/`;
    const own = next() < 0.6 ? someAudience() : undefined;
    const link = next() < 0.5 ? { link: { type: 'generated-index', description: 'An index' } } : {};
    files[`docs/${dir}_category_.json`] = JSON.stringify({
      label: `Folder ${at}`,
      ...(own ? { audience: own } : {}),
      ...link,
    });
    folders.push({ dir, seen: own ?? parent.seen });
  }
  for (let at = 0; at < PAGES; at += 1) {
    const { dir, seen } = pick(folders);
    const own = next() < 0.25 ? someAudience() : at % 6 === 0 ? 'public' : undefined;
    const part = at % 3 === 0 ? { canary: canaryOf(at + 50_000), seen: someAudience() } : undefined;
    const canary = canaryOf(at);
    const front = [
      `title: ${canary} title`,
      `description: ${canary} said`,
      `tags: [${canary}-tag, tag-${at % 5}]`,
      ...(own ? [`audience: ${JSON.stringify(own)}`] : []),
    ];
    files[`docs/${dir}p${at}.md`] =
      `---\n${front.join('\n')}\n---\n\n${part ? partOf(part) : ''}The word is ${canary}.\n\n## Part ${canary}\n\nMore.\n`;
    pages.push({ path: `/docs/${dir}p${at}`, canary, seen: own ?? seen, part });
  }
  files['docs/open.md'] = '---\nslug: /\n---\n\n# Open\n\nFor every reader.\n';
  files['site.config.ts'] =
    `export default { groups: ${JSON.stringify(groups)}, publicPages: { indexed: true }, url: 'https://docs.example' };\n`;
  return { files, pages };
}

function partOf({ canary, seen }: NonNullable<Page['part']>): string {
  return `<Audience for="${typeof seen === 'string' ? seen : seen.join(', ')}">\n\n## Inside ${canary}\n\nThe part is ${canary}.\n\n</Audience>\n\n`;
}

const { files, pages } = generate();
const scopes = Array.from({ length: SCOPES }, (_, at) => groups.filter(() => next() < at / SCOPES).sort());
const sees = (who: Who, seen: Seen) =>
  seen === 'public' ||
  (who !== undefined && (seen === 'readers' || seen.some((group) => who.includes(group))));
const isSeen = ({ seen }: Page, who: Who) => sees(who, seen);
const readers: [string, Who][] = scopes.map((scope) => [
  `a reader in ${scope.join(' ') || 'no group'}`,
  scope,
]);

let site: TestSite;
let server: TestServer;
let tries = 0;
beforeAll(async () => {
  site = new TestSite(files);
  const built = await site.build();
  expect(built.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const environment = { SEARCH: 'embedded', DATA_DIR: site.root } as Parameters<typeof siteSearch>[0];
  const found = siteSearch(environment);
  const tools = siteMcp({ search: found.search, baseUrl: undefined });
  // A line for each answer, kept for tests that read them, took more memory than all the rest.
  server = await startServer({
    dist: site.distDir,
    openViews,
    extensions: [...found.extensions, tools],
    environment: { LOG_LEVEL: 'error' },
  });
}, 600_000);
afterAll(async () => {
  await server?.close();
  site?.[Symbol.dispose]();
});

async function search(
  cookie: string,
  queries: readonly string[],
): Promise<{ query: string; json: string; hits: number }[]> {
  const found: { query: string; json: string; hits: number }[] = [];
  for (let from = 0; from < queries.length; from += 20) {
    const part = queries.slice(from, from + 20);
    const { body } = await server.app.inject({
      method: 'POST',
      url: '/1/indexes/*/queries',
      headers: { cookie, host: 'localhost:3000' },
      payload: JSON.stringify({ requests: part.map((query) => ({ indexName: 'docs', query })) }),
    });
    const { results } = JSON.parse(body);
    part.forEach((query, at) => {
      const { query: _, params: __, nbHits, ...answer } = results[at];
      found.push({ query, json: JSON.stringify(answer), hits: nbHits });
    });
    tries += part.length;
  }
  return found;
}

test.each<[string, Who]>([...readers, ['a visitor', undefined]])(
  '%s gets all of what is theirs, and nothing of the rest',
  async (_, scope) => {
    const cookie = scope ? await server.signInAs(...scope) : '';
    const hidden = new Map(
      pages.flatMap((page): [string, Page][] => {
        const isThere = isSeen(page, scope);
        const part = page.part && !(isThere && sees(scope, page.part.seen)) ? page.part.canary : undefined;
        return [
          ...(isThere ? [] : [[page.canary, page] satisfies [string, Page]]),
          ...(part === undefined ? [] : [[part, page] satisfies [string, Page]]),
        ];
      }),
    );
    const leaks: string[] = [];
    const note = (where: string, text: string, typed = '') => {
      tries += 1;
      for (const [word] of text.matchAll(/zq[a-z]{12}/g))
        if (hidden.has(word) && word !== typed) leaks.push(`${where}: ${word} of ${hidden.get(word)?.path}`);
    };
    for (const { url } of readManifest(site.distDir)?.entries ?? []) {
      const { body, statusCode, headers } = await server.get(encodeURI(url), { cookie });
      note(`${statusCode} ${url}`, body + JSON.stringify(headers), statusCode === 200 ? '' : body);
    }
    expect(leaks).toEqual([]);

    for (const page of pages) {
      const { statusCode, body } = await server.get(page.path, { cookie });
      expect([page.path, statusCode]).toEqual([page.path, isSeen(page, scope) ? 200 : scope ? 404 : 401]);
      if (!isSeen(page, scope)) continue;
      expect(body).toContain(`The word is ${page.canary}`);
      const { canary = '', seen = 'readers' } = page.part ?? {};
      if (page.part) expect(body.includes(`The part is ${canary}`)).toBe(sees(scope, seen));
    }
    const lists = await Promise.all(
      ['/llms.txt', '/llms-full.txt', scope ? '/_titles.json' : '/llms.txt'].map((url) =>
        server.get(url, { cookie }),
      ),
    );
    for (const page of pages.filter((one) => isSeen(one, scope)))
      for (const list of lists) expect(list.body).toContain(page.canary);

    const words = pages.flatMap(({ canary, part }) => (part ? [canary, part.canary] : [canary]));
    const prefixes = [...hidden.keys()]
      .slice(0, 12)
      .flatMap((word) => Array.from({ length: word.length - 4 }, (_empty, at) => word.slice(0, at + 4)));
    const misspelt = [...hidden.keys()].slice(0, 20).map((word) => `${word.slice(0, 6)}${word.slice(7)}`);
    for (const { query, json, hits } of await search(cookie, [...words, ...prefixes, ...misspelt])) {
      note(`search ${query}`, json);
      const asked = pages.find(({ canary, part }) => canary === query || part?.canary === query);
      if (asked) expect([query, hits > 0 && json.includes(asked.path)]).toEqual([query, !hidden.has(query)]);
    }
    expect(leaks).toEqual([]);
  },
  600_000,
);

test.each(readers)(
  'the tools of %s read what is theirs, and know nothing of the rest',
  async (_, scope = []) => {
    const cookie = await server.signInAs(...scope);
    const ask = async (method: string, params: object) => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { cookie, host: 'localhost:3000', accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method, params },
      });
      expect(statusCode).toBe(200);
      tries += 1;
      return body;
    };
    const call = (name: string, given: object) => ask('tools/call', { name, arguments: given });
    const hidden = pages.filter((page) => !isSeen(page, scope));
    const leaks: string[] = [];
    const note = (where: string, text: string, typed = '') => {
      for (const { canary, path } of hidden)
        if (canary !== typed && text.includes(canary)) leaks.push(`${where}: ${canary} of ${path}`);
      for (const { path, part } of pages)
        if (part && !sees(scope, part.seen) && text.includes(part.canary))
          leaks.push(`${where}: part of ${path}`);
    };
    for (const page of pages) {
      const read = await call('read_page', { address: page.path });
      note(page.path, read, page.canary);
      expect([page.path, read.includes(`The word is ${page.canary}`)]).toEqual([
        page.path,
        isSeen(page, scope),
      ]);
      if (isSeen(page, scope)) continue;
      const named = await call('look_up', { name: page.canary });
      note('look_up', named, page.canary);
      expect(named).not.toContain(page.path);
    }
    const ref = { type: 'ref/resource', uri: 'docs:{+path}' };
    const completed = ask('completion/complete', { ref, argument: { name: 'path', value: '/docs/' } });
    const lists = [call('list_pages', {}), ask('resources/list', {}), completed];
    for (const list of await Promise.all(lists)) {
      note('list', list);
      for (const { path } of hidden) expect(list).not.toMatch(new RegExp(`${path}["\\\\ ]`));
    }
    expect(leaks).toEqual([]);
  },
  600_000,
);

test('so many answers were looked at, and there was something to hide', () => {
  expect(tries).toBeGreaterThan(SCOPES * PAGES * 3);
  expect(pages.filter((page) => !isSeen(page, scopes[0] ?? [])).length).toBeGreaterThan(PAGES / 4);
});
