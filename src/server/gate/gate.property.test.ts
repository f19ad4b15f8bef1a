import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaries } from '../../../testing/release.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { createRouteTable } from '../../model/routes.ts';
import { createGateSteps } from '../app.ts';
import { type GateRequest, type GateSteps, passGate } from './gate.ts';
import { parseRequestTarget } from './request-target.ts';

const routes = createRouteTable();
let server: TestServer;
let steps: GateSteps;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  steps = createGateSteps({ environment: testEnvironment({}), identity: server.identity });
  cookie = await server.signIn();
});
afterAll(() => server.close());

/** Pieces of real paths, disguises of them, and noise. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...Object.keys(canaries).flatMap((path) => [encodeURI(path), ...path.split('/')]),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      '%25',
      '?',
      '#',
      ';',
      '.html',
      '/index.html',
      '.json',
      '/_page',
      '/login',
      '/assets',
      '/404',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
);
const target = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`);
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS');

function ask(method: string, path: string, query: string, headers: GateRequest['headers']) {
  const site = { protocol: 'http', host: 'localhost', basePath: '/' };
  return passGate(steps, { method, path, query, headers, site, release: server.releases.current(), routes });
}

test('a visitor reaches no entry for readers, and is redirected only to the sign-in page and other public routes', async () => {
  await fc.assert(
    fc.asyncProperty(method, target, fc.boolean(), async (method, raw, navigates) => {
      const parsed = parseRequestTarget(raw);
      if (!parsed) return;
      const verdict = await ask(method, parsed.path, parsed.query, navigates ? { accept: 'text/html' } : {});
      if (verdict.kind === 'entry') expect(verdict.entry.audience).toBe('visitor');
      else if (verdict.kind === 'redirect' && verdict.status === 308)
        expect(routes.publicPaths).toContain(parseRequestTarget(verdict.location)?.path);
      else if (verdict.kind === 'redirect')
        expect(verdict.location).toMatch(/^\/login\?next=\/[\x21-\x7e]*$/);
      else expect(verdict.kind).toBe('refuse');
    }),
    { numRuns: 2_000 },
  );
});

test('a reader gets the entry of exactly this path, or is redirected to one that exists', async () => {
  await fc.assert(
    fc.asyncProperty(target, async (raw) => {
      const parsed = parseRequestTarget(raw);
      if (!parsed) return;
      const { entries } = server.releases.current();
      const verdict = await ask('GET', parsed.path, parsed.query, { cookie });
      if (verdict.kind === 'entry') expect(verdict.entry.url).toBe(parsed.path);
      else if (verdict.kind === 'redirect') {
        expect(verdict.location).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        const path = parseRequestTarget(verdict.location)?.path ?? '';
        expect(entries.has(path) || routes.find('GET', path) !== undefined).toBe(true);
      } else expect(entries.has(parsed.path)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
