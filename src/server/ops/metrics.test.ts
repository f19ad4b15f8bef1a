import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openSharedPostgres } from '../../../testing/postgres.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { openPostgresStore, openSqliteStore } from '../../../testing/stores.ts';
import { createSearchStatistics } from '../../search/engine/statistics.ts';
import { measureRequests } from './measure-requests.ts';
import { measureStore } from './measured-store.ts';
import { createMetrics } from './metrics.ts';
import { listenForMetrics } from './metrics-listener.ts';

let server: TestServer;
afterEach(() => server.close());

async function readMetrics() {
  const metrics = createMetrics();
  server = await startServer({ extensions: [measureRequests(metrics)] });
  const readLines = async () => (await metrics.registry.metrics()).split('\n');
  return { metrics, lines: readLines };
}

const signIn = (password: string) =>
  server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { host: 'localhost' },
    payload: { email: reader.email, password },
  });

test('requests are counted by kind and status, whether the gate or a route answered them', async () => {
  const { lines } = await readMetrics();
  const cookie = await server.signIn();
  await server.get('/docs/Tasks', { cookie });
  await server.get('/docs/Tasks', { cookie });
  await server.get('/_page/docs/Tasks.json', { cookie });
  await server.get('/assets/login-1a2b.js');
  await server.get('/docs/Tasks');
  await server.get('/docs/nothing', { cookie });
  await server.get('/login');
  await server.get('/healthz');
  await server.get('/docs/%zz');
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'docs_requests_total{kind="page",status="200"} 2',
      'docs_requests_total{kind="page",status="401"} 1',
      'docs_requests_total{kind="data",status="200"} 1',
      'docs_requests_total{kind="asset",status="200"} 1',
      'docs_requests_total{kind="unknown",status="404"} 1',
      'docs_requests_total{kind="sign-in",status="200"} 1',
      'docs_requests_total{kind="health",status="200"} 1',
      'docs_request_duration_seconds_count{kind="page"} 3',
    ]),
  );
});

test('searches are counted by result, and waiting searches are reported', async () => {
  const statistics = createSearchStatistics();
  const { metrics, lines } = await readMetrics();
  metrics.registerSearches(statistics);
  statistics.count('computed', 2);
  statistics.count('cached', 3);
  statistics.count('superseded');
  statistics.count('too-many', 20);
  statistics.count('overloaded');
  statistics.countWaiting(1);
  for (const _look of [1, 2])
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'docs_searches_total{result="computed"} 2',
        'docs_searches_total{result="cached"} 3',
        'docs_searches_total{result="superseded"} 1',
        'docs_searches_total{result="too-many"} 20',
        'docs_searches_total{result="overloaded"} 1',
        'docs_searches_total{result="unavailable"} 0',
        'docs_search_queue 1',
      ]),
    );
});

test('sign-ins are counted by outcome', async () => {
  const { lines } = await readMetrics();
  await signIn(reader.password);
  for (let guess = 0; guess < 7; guess++) await signIn('wrong');
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'docs_sign_ins_total{outcome="signed-in"} 1',
      'docs_sign_ins_total{outcome="refused"} 5',
      'docs_sign_ins_total{outcome="throttled"} 2',
    ]),
  );
});

test('a metric shows whether ended sessions of other processes are noticed, if there are other processes', async () => {
  const { metrics, lines } = await readMetrics();
  metrics.registerHearing(() => server.identity.hearing());
  expect((await lines()).filter((line) => line.startsWith('docs_endings_'))).toEqual([]);

  const database = await (await openSharedPostgres()).createDatabase();
  const shared = await startServer({ store: await openPostgresStore(database) });
  onTestFinished(() => shared.close());
  const other = createMetrics();
  other.registerHearing(() => shared.identity.hearing());
  const readMetricsText = () => other.registry.metrics();
  await expect.poll(readMetricsText).toMatch(/^docs_endings_heard 1$/m);
  await expect.poll(readMetricsText).toMatch(/^docs_endings_proof_age_seconds [01]/m);
});

test('a sign-in with an invitation is counted, and so is one that fails', async () => {
  const { lines } = await readMetrics();
  const inviteResult = await server.identity.accounts
    .actingAs('test')
    .invite({ email: 'new@example.com', name: '', role: 'reader' });
  const token = inviteResult.outcome === 'invited' ? inviteResult.token : '';
  const password = 'eleven green bottles';
  const post = (url: string, payload: Record<string, string>) =>
    server.app.inject({ method: 'POST', url, headers: { host: 'localhost' }, payload });
  await post('/invite', { token, password, again: 'something else' });
  await post('/invite', { token, password, again: password });
  await post('/invite', { token, password, again: password });
  await post('/setup', { token: 'nonsense' });
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'docs_sign_ins_total{outcome="signed-in"} 1',
      'docs_sign_ins_total{outcome="refused"} 3',
    ]),
  );
});

test('sessions, store durations and event loop lag are reported', async () => {
  const { metrics, lines } = await readMetrics();
  const store = measureStore(openSqliteStore(`${server.data}/accounts.db`), metrics);
  const limits = { idleMs: 60_000, absoluteMs: 60_000 };
  metrics.registerSessionCount(() => store.countSessions(Date.now(), limits));
  await server.signIn();
  await server.signIn();
  expect(await store.findAccountByEmail(reader.email)).toBeDefined();
  const text = await lines();
  expect(text).toContain('docs_sessions 2');
  expect(text).toContain('docs_store_duration_seconds_count{operation="findAccountByEmail"} 1');
  expect(text.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true);
  await store.close();
});

test('without a store the number of sessions is missing, and all other metrics are reported', async () => {
  const { metrics, lines } = await readMetrics();
  metrics.registerSessionCount(() => Promise.reject(new Error('gone')));
  const text = await lines();
  expect(text.filter((line) => /^docs_sessions \d/.test(line))).toEqual([]);
  expect(text.some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true);
});

test('the current version, release and build are reported', async () => {
  const { metrics, lines } = await readMetrics();
  let release = '2026-11-26-aaaaaa';
  metrics.registerBuild(() => ({ version: '1.2.3', release, build: 'abc' }));
  expect(await lines()).toContain(
    'docs_build_info{version="1.2.3",release="2026-11-26-aaaaaa",build="abc"} 1',
  );
  release = '2026-11-27-bbbbbb';
  const after = (await lines()).filter((line) => line.startsWith('docs_build_info'));
  expect(after).toEqual(['docs_build_info{version="1.2.3",release="2026-11-27-bbbbbb",build="abc"} 1']);
});

test('no label contains a path, a name, an email or an IP address', async () => {
  const { metrics } = await readMetrics();
  const cookie = await server.signIn();
  await server.get('/docs/Tasks?secret-query', { cookie, 'user-agent': 'secret-agent' });
  await signIn('secret-password');
  const text = await metrics.registry.metrics();
  for (const secret of ['Tasks', 'secret', 'ana', '127.0.0.1', reader.email])
    expect(text).not.toContain(secret);
});

test("metrics have their own port, and the site’s port doesn't serve them", async () => {
  const { metrics } = await readMetrics();
  const { listener } = await listenForMetrics({
    host: '127.0.0.1',
    port: 0,
    contentType: metrics.registry.contentType,
    read: () => metrics.registry.metrics(),
  });
  const origin = `http://127.0.0.1:${listener?.port}`;
  const answer = await fetch(`${origin}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, metrics.registry.contentType]);
  expect(await answer.text()).toContain('# TYPE docs_requests_total counter');
  for (const [path, method] of [
    ['/', 'GET'],
    ['/docs/Tasks', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics/', 'GET'],
  ])
    expect((await fetch(`${origin}${path}`, { method: method ?? '' })).status).toBe(404);
  const cookie = await server.signIn();
  for (const path of ['/metrics', '/debug', '/debug/pprof', '/debug/vars', '/actuator/prometheus']) {
    expect((await server.get(path)).statusCode).toBe(401);
    expect((await server.get(path, { cookie })).statusCode).toBe(404);
  }
  const secondListener = await listenForMetrics({
    host: '127.0.0.1',
    port: listener?.port ?? 0,
    contentType: '',
    read: async () => '',
  });
  expect(secondListener.problem?.message).toMatch(/^METRICS_PORT \d+ on 127\.0\.0\.1 can't be used/);
  await listener?.close();
});
