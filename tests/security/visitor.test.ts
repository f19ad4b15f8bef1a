import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../src/model/manifest.ts';
import { canaries, publishRelease } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { collectLoginFiles, probeAsVisitor } from '../../testing/visitor-probe.ts';
import { tricks } from '../../testing/visitor-tricks.ts';

const words = Object.values(canaries);
let server: TestServer;
let manifest: Manifest;
let origin: string;
beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'error' } });
  manifest = await publishRelease(server.dist);
  await server.releases.refresh();
  ({ origin } = await server.listen());
});
afterAll(() => server.close());

test(`a visitor gets no byte of content by any of ${tricks.length} tricks, and can't tell what exists`, async () => {
  const report = await probeAsVisitor({ origin, manifest, canaries: words });
  expect(report.leaks).toEqual([]);
  expect(report.differences).toEqual([]);
  expect(report.requests).toBeGreaterThan(3_000);
});

test('the probe finds content where the gate is open', async () => {
  const open = await startServer({
    environment: { LOG_LEVEL: 'silent' },
    release: {
      change: (manifest) => ({
        ...manifest,
        entries: manifest.entries.map((entry) => ({ ...entry, audience: 'visitor' })),
      }),
    },
  });
  const { leaks, differences } = await probeAsVisitor({
    origin: (await open.listen()).origin,
    manifest: { entries: manifest.entries.filter(({ url }) => url === '/docs/Tasks'), redirects: [] },
    canaries: words,
  });
  expect(leaks).toEqual(
    expect.arrayContaining([
      'GET on /docs/Tasks: canary-tasks-numbat',
      'Accept-Encoding: br, gzip on /docs/Tasks: canary-tasks-numbat',
    ]),
  );
  expect(differences.length).toBeGreaterThan(50);
  await open.close();
});

test('nothing that the login page loads holds a word of content', async () => {
  const loadedTexts = await collectLoginFiles(origin);
  expect([...loadedTexts.keys()]).toContain('/assets/login-1a2b.js');
  for (const [address, text] of loadedTexts) {
    for (const word of words) expect(text.includes(word), `${word} in ${address}`).toBe(false);
  }
});

test("the files of the build folder aren't served, signed in or not", async () => {
  const cookie = await server.signIn();
  for (const { file } of manifest.entries) {
    for (const path of [
      `/${file}`,
      `/dist/${file}`,
      '/manifest.json',
      '/site.json',
      '/.env',
      '/data/accounts.db',
    ]) {
      expect((await server.get(path)).statusCode).toBe(401);
      expect((await server.get(path, { cookie })).statusCode).toBe(404);
    }
  }
});
