import { beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../testing/free-port.ts';
import { isBuiltForAll, smallManual } from '../../../testing/manuals.ts';
import { startSite } from '../../../testing/running-site.ts';

beforeAll(() => isBuiltForAll(smallManual));

test.each(['1', '2'])('METRICS_PORT serves the metrics of all %s processes', async (workers) => {
  const port = await findFreePort();
  const site = await startSite(
    {
      ...smallManual,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: 'ana@example.com',
      ADMIN_PASSWORD: 'correct horse battery',
      METRICS_PORT: String(port),
      WORKERS: workers,
    },
    'serve',
  );
  for (let at = 0; at < 6; at++) {
    // A new connection for each request, so that every process answers some.
    await fetch(`${site.origin}/healthz`, { headers: { connection: 'close' } });
  }
  const readMetrics = () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  await expect.poll(readMetrics).toContain('docs_requests_total{kind="health",status="200"} 6');
  expect(await readMetrics()).toMatch(/^docs_sessions 0$/m);
  const builds = (await readMetrics()).split('\n').filter((line) => line.startsWith('docs_build_info'));
  expect(builds).toEqual([
    expect.stringMatching(
      /^docs_build_info\{version="[\d.]+",release="\d{4}-\d\d-\d\d-[0-9a-f]{6}",build="[\w-]+"\} 1$/,
    ),
  ]);
  expect(await site.stop()).toBe(0);
  await expect(readMetrics()).rejects.toThrow();
});

test('reports a METRICS_PORT that is the port of the site', async () => {
  const port = await findFreePort();
  const settings = { ...smallManual, METRICS_PORT: String(port), LOG_LEVEL: 'error' };
  await expect(startSite({ ...settings, PORT: String(port) }, 'serve')).rejects.toThrow(
    /METRICS_PORT \d+ .* can't be used/,
  );
});
