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
let asked: string[];
let answers: Record<string, Answer>;
const waited: number[] = [];

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'links-'));
  [asked, answers] = [[], {}];
  waited.length = 0;
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    (answers[request.url ?? ''] ?? status(404))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const check = (paths: readonly string[], now = 0, patienceMs?: number) =>
  checkExternalLinks(
    paths.map((path, line) => ({ url: origin + path, file: 'docs/a.md', line })),
    {
      cacheFile: path.join(folder, 'links.json'),
      now,
      wait: async (ms) => waited.push(ms),
      ...(patienceMs !== undefined && { patienceMs }),
    },
  );
const said = async (...paths: string[]) =>
  (await check(paths)).map(
    ({ severity, line, message }) => `${line} ${severity} ${message.replaceAll(origin, '')}`,
  );

test('what leads nowhere, what has moved for good and what nobody can tell is said, with its line', async () => {
  Object.assign(answers, {
    '/good': status(200),
    '/moved': status(301, { location: '/good' }),
    '/for-now': status(302, { location: '/good' }),
    '/circle': status(308, { location: '/circle' }),
    '/private': status(403),
    '/cut': (_: IncomingMessage, response: ServerResponse) => void response.destroy(),
  });
  const messages = await said('/good#part', '/gone', '/moved', '/for-now', '/circle', '/private', '/cut');
  expect(messages).toEqual([
    '1 error The link to /gone leads nowhere: it answers with status 404.',
    '2 warning The link to /moved leads on to /good for good: link to that.',
    '4 error The link to /circle leads nowhere: it redirects in a circle.',
    '5 warning The link to /private could not be checked: it answers with status 403.',
    expect.stringMatching(
      /^6 warning The link to \/cut could not be checked: it cannot be reached \(\w+\)\.$/,
    ),
  ]);
});

test('where nobody answers in time, or an answer says too little, nobody claims that the link is broken', async () => {
  Object.assign(answers, {
    '/silent': () => {},
    '/nowhere': status(302),
    '/unsaid': status(429),
    '/dated': status(503, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }),
  });
  const problems = [
    ...(await check(['/silent'], 0, 100)),
    ...(await check(['/nowhere', '/unsaid', '/dated'])),
  ];
  expect(problems.map(({ severity, message }) => `${severity} ${message.replace(origin, '')}`)).toEqual([
    'warning The link to /silent could not be checked: nobody answers in time.',
    'warning The link to /nowhere could not be checked: it answers with status 302.',
    'warning The link to /unsaid could not be checked: it answers with status 429, and asks to come back later.',
    'warning The link to /dated could not be checked: it answers with status 503, and asks to come back later.',
  ]);
  server.closeAllConnections();
});

test('where no site at all is known, no link is called broken', async () => {
  // No name may be so long, so nobody has to be asked for it.
  const unknown = ['a', 'b'].map((letter) => `https://${letter.repeat(64)}.invalid/`);
  const told = async (urls: readonly string[]) =>
    (
      await checkExternalLinks(
        urls.map((url) => ({ url, file: 'docs/a.md' })),
        { cacheFile: path.join(folder, 'links.json') },
      )
    ).map(({ file, message }) => `${file} ${message}`);
  expect(await told(unknown)).toEqual([
    expect.stringMatching(/^undefined None of the sites .*a{64}\.invalid, b{64}/),
  ]);
  answers['/good'] = status(200);
  expect(await told([...unknown, `${origin}/good`])).toEqual([
    expect.stringMatching(/^docs\/a\.md .*leads nowhere.*ENOTFOUND/),
    expect.stringMatching(/^docs\/a\.md .*leads nowhere.*ENOTFOUND/),
  ]);
});

test('an address is asked once, by its headers; by GET only where HEAD is refused', async () => {
  Object.assign(answers, {
    '/good': status(200),
    '/no-head': (request: IncomingMessage, response: ServerResponse) =>
      status(request.method === 'HEAD' ? 405 : 200)(request, response),
  });
  expect(await said('/good#a', '/good#b', '/good', '/no-head')).toEqual([]);
  expect(asked).toEqual(['HEAD /good', 'HEAD /no-head', 'GET /no-head']);
});

test('of one host one thing is asked at a time, and who asks for patience gets it', async () => {
  let [underWay, most, refusals] = [0, 0, 0];
  const slow: Answer = (_, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      response.end();
    });
  };
  Object.assign(answers, {
    ...{ '/a': slow, '/b': slow, '/c': slow },
    '/busy': (request: IncomingMessage, response: ServerResponse) => {
      refusals += 1;
      (refusals > 2 ? status(200) : status(429, { 'retry-after': '7' }))(request, response);
    },
    '/closed': status(503, { 'retry-after': '3600' }),
  });
  expect(await said('/a', '/b', '/c', '/busy', '/closed')).toEqual([
    '4 warning The link to /closed could not be checked: it answers with status 503, and asks to come back later.',
  ]);
  expect(most).toBe(1);
  expect(waited.filter((ms) => ms === 7_000)).toHaveLength(2);
});

test('what was good is not asked again for a week, what was not is', async () => {
  answers['/good'] = status(200);
  const day = 86_400_000;
  await check(['/good', '/gone'], day);
  asked.length = 0;
  expect(await check(['/good', '/gone'], 7 * day)).toHaveLength(1);
  expect(asked).toEqual(['HEAD /gone', 'GET /gone']);
  asked.length = 0;
  await check(['/good'], 8 * day);
  expect(asked).toEqual(['HEAD /good']);
});
