import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkExternalLinks } from './external-links.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let folder: string;
let server: Server;
let origin: string;
let requests: string[];
let answers: Record<string, Answer>;
const waitedMs: number[] = [];

const answerWithStatus =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'links-'));
  [requests, answers] = [[], {}];
  waitedMs.length = 0;
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    (answers[request.url ?? ''] ?? answerWithStatus(404))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const check = (paths: readonly string[], now = 0, timeoutMs?: number) =>
  checkExternalLinks(
    paths.map((path, line) => ({ url: origin + path, file: 'docs/a.md', line })),
    {
      cacheFile: path.join(folder, 'links.json'),
      now,
      wait: async (ms) => waitedMs.push(ms),
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
  );
const listMessagesFor = async (...paths: string[]) =>
  (await check(paths)).map(
    ({ severity, line, message }) => `${line} ${severity} ${message.replaceAll(origin, '')}`,
  );

test('reports broken, moved and uncheckable links with their line', async () => {
  Object.assign(answers, {
    '/good': answerWithStatus(200),
    '/moved': answerWithStatus(301, { location: '/good' }),
    '/for-now': answerWithStatus(302, { location: '/good' }),
    '/circle': answerWithStatus(308, { location: '/circle' }),
    '/private': answerWithStatus(403),
    '/cut': (_: IncomingMessage, response: ServerResponse) => void response.destroy(),
  });
  const messages = await listMessagesFor(
    '/good#part',
    '/gone',
    '/moved',
    '/for-now',
    '/circle',
    '/private',
    '/cut',
  );
  expect(messages).toEqual([
    '1 error The link to /gone is broken: the server answers with status 404.',
    '2 warning The link to /moved redirects permanently to /good: link to the new address.',
    '4 error The link to /circle is broken: it redirects too many times.',
    "5 warning The link to /private can't be checked: the server answers with status 403.",
    expect.stringMatching(
      /^6 warning The link to \/cut can't be checked: the server can't be reached \(\w+\)\.$/,
    ),
  ]);
});

test("doesn't call a link broken when the server is silent or its answer is unclear", async () => {
  Object.assign(answers, {
    '/silent': () => {},
    '/nowhere': answerWithStatus(302),
    '/unsaid': answerWithStatus(429),
    '/dated': answerWithStatus(503, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }),
  });
  const problems = [
    ...(await check(['/silent'], 0, 100)),
    ...(await check(['/nowhere', '/unsaid', '/dated'])),
  ];
  expect(problems.map(({ severity, message }) => `${severity} ${message.replace(origin, '')}`)).toEqual([
    "warning The link to /silent can't be checked: the server doesn't answer in time.",
    "warning The link to /nowhere can't be checked: the server answers with status 302.",
    "warning The link to /unsaid can't be checked: the server answers with status 429 and asks to try again later.",
    "warning The link to /dated can't be checked: the server answers with status 503 and asks to try again later.",
  ]);
  server.closeAllConnections();
});

test('calls no link broken when no host name can be resolved', async () => {
  // A label of a host name has at most 63 characters, so these fail without asking a name server.
  const unknownHosts = ['a', 'b'].map((letter) => `https://${letter.repeat(64)}.invalid/`);
  const listMessagesForUrls = async (urls: readonly string[]) =>
    (
      await checkExternalLinks(
        urls.map((url) => ({ url, file: 'docs/a.md' })),
        { cacheFile: path.join(folder, 'links.json') },
      )
    ).map(({ file, message }) => `${file} ${message}`);
  expect(await listMessagesForUrls(unknownHosts)).toEqual([
    expect.stringMatching(/^undefined No site could be found: .*a{64}\.invalid, b{64}/),
  ]);
  answers['/good'] = answerWithStatus(200);
  expect(await listMessagesForUrls([...unknownHosts, `${origin}/good`])).toEqual([
    expect.stringMatching(/^docs\/a\.md .*is broken.*ENOTFOUND/),
    expect.stringMatching(/^docs\/a\.md .*is broken.*ENOTFOUND/),
  ]);
});

test('checks an address once, with HEAD, and with GET only if HEAD fails', async () => {
  Object.assign(answers, {
    '/good': answerWithStatus(200),
    '/no-head': (request: IncomingMessage, response: ServerResponse) =>
      answerWithStatus(request.method === 'HEAD' ? 405 : 200)(request, response),
  });
  expect(await listMessagesFor('/good#a', '/good#b', '/good', '/no-head')).toEqual([]);
  expect(requests).toEqual(['HEAD /good', 'HEAD /no-head', 'GET /no-head']);
});

test('sends one request at a time to a host, and waits as long as Retry-After asks', async () => {
  let [openRequests, mostAtOnce, refusals] = [0, 0, 0];
  const answerSlowly: Answer = (_, response) => {
    openRequests += 1;
    mostAtOnce = Math.max(mostAtOnce, openRequests);
    setImmediate(() => {
      openRequests -= 1;
      response.end();
    });
  };
  Object.assign(answers, {
    ...{ '/a': answerSlowly, '/b': answerSlowly, '/c': answerSlowly },
    '/busy': (request: IncomingMessage, response: ServerResponse) => {
      refusals += 1;
      (refusals > 2 ? answerWithStatus(200) : answerWithStatus(429, { 'retry-after': '7' }))(
        request,
        response,
      );
    },
    '/closed': answerWithStatus(503, { 'retry-after': '3600' }),
  });
  expect(await listMessagesFor('/a', '/b', '/c', '/busy', '/closed')).toEqual([
    "4 warning The link to /closed can't be checked: the server answers with status 503 and asks to try again later.",
  ]);
  expect(mostAtOnce).toBe(1);
  expect(waitedMs.filter((ms) => ms === 7_000)).toHaveLength(2);
});

test('checks working links again after a week and broken links every time', async () => {
  answers['/good'] = answerWithStatus(200);
  const day = 86_400_000;
  await check(['/good', '/gone'], day);
  requests.length = 0;
  expect(await check(['/good', '/gone'], 7 * day)).toHaveLength(1);
  expect(requests).toEqual(['HEAD /gone', 'GET /gone']);
  requests.length = 0;
  await check(['/good'], 8 * day);
  expect(requests).toEqual(['HEAD /good']);
});
