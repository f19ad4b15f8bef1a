import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

/** A longer crawl: `CRAWL_REQUESTS=100000 npm run test:security`. */
const requests = Number(process.env.CRAWL_REQUESTS ?? 6_000);

// Names that crawlers try: folders and files of every kind of site, and of this one.
const words = [
  ...'admin api app assets auth backup bin blog build cache cgi-bin chat ci cms config console css data db'.split(
    ' ',
  ),
  ...'debug demo dev dist docs download env error export feed files fonts git graphql health home htdocs'.split(
    ' ',
  ),
  ...'images img include index info install internal js lib log login logs mail main manifest media metrics'.split(
    ' ',
  ),
  ...'node_modules old openapi package pages panel phpinfo private profile public readme robots rss search'.split(
    ' ',
  ),
  ...'secret server setup shell site sitemap sql src static status store swagger temp test tmp tools upload'.split(
    ' ',
  ),
  ...'user users vendor version web wp-admin wp-content wp-login www xmlrpc _page _next accounts Tasks Users'.split(
    ' ',
  ),
  ...'LuranaBPA Supervisors tutorialSidebar search.db accounts.db manifest.json site.json .env .git .ssh'.split(
    ' ',
  ),
];
const extensions = [
  '',
  '/',
  '.html',
  '.json',
  '.js',
  '.md',
  '.mdx',
  '.txt',
  '.xml',
  '.zip',
  '.bak',
  '~',
  '.db',
];

function* listDictionary(): Generator<string> {
  for (const extension of extensions) for (const word of words) yield `/${word}${extension}`;
  for (const folder of ['docs', '_page', 'assets', 'docs/category', 'dist', 'data', '.git', 'api/v1'])
    for (const word of words) for (const extension of extensions) yield `/${folder}/${word}${extension}`;
  for (const first of words)
    for (const second of words) for (const third of words) yield `/${first}/${second}/${third}`;
}

/** Addresses that visitors can open. The gate has them in a list that the crawler doesn't know. */
const open = new Set(['/login', '/setup', '/healthz', '/readyz', '/auth/session', '/assets/login-1a2b.js']);

let server: TestServer;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'silent' } });
  ({ port } = await server.listen());
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});

function ask(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, headers }, (response) => {
      let text = `${response.statusCode} ${response.headers.location?.replace(/next=.*/, 'next=…') ?? ''}`;
      response.setEncoding('utf8').on('data', (chunk) => {
        text += `\n${chunk}`;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

test(`a crawler without a session finds nothing with ${requests} names, and every answer is the same`, async () => {
  const names = listDictionary();
  const answers = new Map<string, number>();
  let requestCount = 0;
  const requestNames = async () => {
    for (let next = names.next(); !next.done && requestCount < requests; next = names.next()) {
      if (open.has(next.value)) continue;
      requestCount += 1;
      const browser = requestCount % 2 === 0;
      const answer = await ask(next.value, { host: 'localhost', accept: browser ? 'text/html' : '*/*' });
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, requestNames));
  expect(requestCount).toBe(requests);
  expect([...answers.keys()].map((answer) => answer.split('\n', 1)[0]?.trim()).sort()).toEqual([
    '303 /login?next=…',
    // A public address with a trailing slash redirects.
    '308 /login',
    '308 /setup',
    '401',
  ]);
  const text = [...answers.keys()].join('\n');
  for (const word of Object.values(canaries)) expect(text).not.toContain(word);
});
