import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '../../../testing/free-port.ts';
import { LogPipe } from '../../../testing/log-pipe.ts';
import { serveProcess } from '../../../testing/serving-process.ts';
import { readEngineVersion } from '../../shared/engine-dir.ts';

/** The longest path that the log writes, so that fewer requests fill the buffer of a process. */
const LONG_PATH = `/docs/${'x'.repeat(294)}`;
/** Requests per process: their log lines fill its buffer and the pipe behind it. */
const REQUESTS = 3_500;
const CONNECTIONS = 10;
/** Requests that a connection sends in one write, so that most of the machine's time is the server's. */
const PIPELINED = 25;
/** Enough for all requests on a busy machine. */
const TIMEOUT_MS = 240_000;
/** This limit is longer than anything that these servers wait for when they stop. */
const PROMPTLY_MS = 8_000;

/**
 * Requests a page that visitors can't see many times. Fails unless every answer is 401. `requests` is a multiple of the
 * requests that all connections send at once.
 */
async function ask(origin: string, requests: number): Promise<void> {
  const rounds = requests / (CONNECTIONS * PIPELINED);
  expect(rounds).toBe(Math.round(rounds));
  await Promise.all(Array.from({ length: CONNECTIONS }, () => askOnConnection(new URL(origin), rounds)));
}

async function askOnConnection({ host, hostname, port }: URL, rounds: number): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port) });
  const batch = `GET ${LONG_PATH} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(PIPELINED);
  const statuses: string[] = [];
  let text = '';
  try {
    for (let round = 1; round <= rounds; round += 1) {
      socket.write(batch);
      while (statuses.length < round * PIPELINED) {
        const [chunk] = await once(socket, 'data');
        text += chunk;
        for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/g))
          statuses.push(status);
        // The beginning of a status line may come with the next chunk.
        text = text.slice(text.lastIndexOf('\n') + 1);
      }
    }
  } finally {
    socket.destroy();
  }
  expect(new Set(statuses)).toEqual(new Set(['401']));
  expect(statuses).toHaveLength(rounds * PIPELINED);
}

const isAnswer = (line: Record<string, unknown>) => line.msg === 'answered' && line.path === LONG_PATH;
const countDropped = (lines: readonly Record<string, unknown>[]) =>
  lines.reduce((sum, { dropped = 0 }) => sum + Number(dropped), 0);

const logLine = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  service: z.literal('gatehouse'),
  version: z.literal(readEngineVersion()),
  release: z.string().regex(/^\d{4}-\d\d-\d\d-[0-9a-f]{6}$/),
  pid: z.int(),
  hostname: z.string(),
  msg: z.string(),
});

test.each(['1', '2'])(
  'with %s processes, a reader who stalls holds up neither requests nor the end',
  { timeout: TIMEOUT_MS },
  async (workers) => {
    using log = new LogPipe();
    const metricsPort = await findFreePort();
    await using site = await serveProcess({ WORKERS: workers, METRICS_PORT: String(metricsPort) }, log);
    const requests = REQUESTS * Number(workers);
    await ask(site.origin, requests);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
    const droppedLines = Number(/^docs_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    expect(droppedLines).toBeGreaterThan(0);
    expect(droppedLines).toBeLessThan(requests);
    const { code, ms } = await site.terminate();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMPTLY_MS);
    expect(site.said()).toMatch(/\d+ log lines were lost because they weren't read\./);
  },
);

test.each(['1', '2'])(
  'with %s processes, a reader who has gone holds up neither requests nor the end',
  { timeout: TIMEOUT_MS },
  async (workers) => {
    using log = new LogPipe();
    await using site = await serveProcess({ WORKERS: workers }, log);
    log.leave();
    await ask(site.origin, 1_500);
    const { code, ms } = await site.terminate();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMPTLY_MS);
  },
);

test.each(['1', '2'])(
  'with %s processes, a slow reader gets whole lines and learns how many are missing',
  { timeout: TIMEOUT_MS },
  async (workers) => {
    using log = new LogPipe();
    await using site = await serveProcess({ WORKERS: workers }, log);
    let isAsking = true;
    const requests = REQUESTS * Number(workers);
    const pendingRequests = ask(site.origin, requests).finally(() => {
      isAsking = false;
    });
    while (isAsking) {
      log.read(512);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await pendingRequests;
    await expect
      .poll(
        () => {
          log.read();
          return log.lines().filter(isAnswer).length + countDropped(log.lines());
        },
        { interval: 5 },
      )
      .toBe(requests);
    expect(countDropped(log.lines())).toBeGreaterThan(0);
    expect(await site.terminate()).toMatchObject({ code: 0 });
  },
);

test('a log reader that returns starts with a whole line and gets all lines after it', async () => {
  using log = new LogPipe();
  await using site = await serveProcess({}, log);
  while (log.read() > 0);
  log.leave();
  await ask(site.origin, 250);
  log.open();
  await fetch(`${site.origin}/docs/after`);
  await expect
    .poll(
      () => {
        log.read();
        return log.lines().map(({ path }) => path);
      },
      { interval: 20 },
    )
    .toContain('/docs/after');
  expect(await site.terminate()).toMatchObject({ code: 0 });
});

test.each([
  ['info', false],
  ['debug', true],
])('with LOG_LEVEL=%s every line is an event in JSON (probes included: %s)', async (level, hasProbes) => {
  using log = new LogPipe();
  await using site = await serveProcess({ LOG_LEVEL: level }, log);
  for (const path of ['/healthz', '/readyz', '/login']) await fetch(site.origin + path);
  expect(await site.terminate()).toMatchObject({ code: 0 });
  while (log.read() > 0);
  const lines = log.lines();
  for (const line of lines) expect(logLine.safeParse(line).error).toBeUndefined();
  const answers = lines.filter(({ msg }) => msg === 'answered').map(({ path, level }) => [path, level]);
  const probes = [
    ['/healthz', 'debug'],
    ['/readyz', 'debug'],
  ];
  expect(answers).toEqual([...(hasProbes ? probes : []), ['/login', 'info']]);
  expect(site.said()).toMatch(/^Serving http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('with LOG_LEVEL=silent nothing is logged, and the terminal still shows the address of the site', async () => {
  using log = new LogPipe();
  await using site = await serveProcess({ LOG_LEVEL: 'silent' }, log);
  await fetch(`${site.origin}/login`);
  await site.terminate();
  expect(log.read()).toBe(0);
  expect(site.said()).toMatch(/^Serving http:/);
});
