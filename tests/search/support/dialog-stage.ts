import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createSitePlugin } from '../../../src/build/bundle/site-plugin.ts';
import { openEmbeddedEngine } from '../../../src/search/engine/embedded.ts';
import type { SearchEngine } from '../../../src/search/engine/engine.ts';
import { createSearchRoutes } from '../../../src/server/api/search-protocol.ts';
import { rememberSearchKeys } from '../../../src/ui/shell/navbar/remember-search-keys.ts';
import { findAxeViolations } from '../../../testing/axe.ts';
import { launchChromium } from '../../../testing/chromium.ts';
import { createTemporaryIndex } from '../../../testing/search-index.ts';

const projectDir = path.resolve(import.meta.dirname, '../../..');
const html = `<!doctype html><html lang="en"><title>t</title>
<style>:root{--page:#111;--raised:#222;--panel:#222;--hover:#333;--line:#444;--text:#eee;--soft:#bbb;--accent:#5cd}</style>
<script>(${rememberSearchKeys})()</script>
<script type="application/json" id="__page">{"site":{"search":{"resultsPerGroup":2}}}</script>
<main><h1>Start</h1><a href="/search" data-action="search">Search docs</a><textarea aria-label="note"></textarea></main>
<script type="module">import { listenForSearchKeys } from '/keys.js'; listenForSearchKeys();</script></html>`;

/** A page with the search button, and the real search endpoint. */
export interface DialogSite {
  origin: string;
  page: Page;
  server: FastifyInstance;
  /** How the search endpoint behaves: it answers, fails, rejects the session, or never answers. */
  mode: 'answer' | 'fail' | 'signed-out' | 'hang';
  events: unknown[];
  asked: Record<string, unknown>[];
  user: string;
}

export interface DialogStage {
  readonly site: DialogSite;
  input(): Locator;
  options(): Locator;
  open(typed?: string): Promise<void>;
  /** Violations that axe finds in the dialog. */
  violations(): Promise<string[]>;
}

/** Opens one bundle, index and browser for a test file, and a page for each test. */
export function openDialogStage(): DialogStage {
  const index = createTemporaryIndex();
  let engine: SearchEngine;
  let browser: Browser;
  let assets: Map<string, string>;
  let site: DialogSite;

  beforeAll(async () => {
    engine = await openEmbeddedEngine({ file: index.file, threads: 1 });
    assets = await bundleDialog();
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await engine?.close();
    index.remove();
  });

  beforeEach(async () => {
    const server = fastify({ forceCloseConnections: true });
    const page = await browser.newPage({ hasTouch: true });
    site = { origin: '', page, server, mode: 'answer', events: [], asked: [], user: 'reader@example.com' };
    server.addHook('preHandler', async (request, reply) => {
      if (request.url.startsWith('/1/events')) site.events.push(JSON.parse(String(request.body)).events[0]);
      if (!request.url.startsWith('/1/indexes')) return;
      site.asked.push(JSON.parse(String(request.body)).requests[0]);
      if (site.mode === 'fail') return reply.code(500).send({ message: 'no', status: 500 });
      if (site.mode === 'signed-out')
        return reply.code(401).send({ error: { code: 'signed-out', message: 'x' } });
      if (site.mode === 'hang') return new Promise(() => {});
    });
    await server.register(createSearchRoutes({ engine }));
    server.get('/auth/session', async () => ({
      state: 'signed-in',
      user: { name: 'R', email: site.user, role: 'reader' },
    }));
    server.get('/*', (request, reply) => {
      const asset = assets.get(request.url);
      if (asset === undefined) return reply.type('text/html').send(html);
      return reply.type(request.url.endsWith('.css') ? 'text/css' : 'text/javascript').send(asset);
    });
    site.origin = await server.listen({ host: '127.0.0.1', port: 0 });
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${site.origin}/start`);
  });

  afterEach(async () => {
    await site.page.close();
    await site.server.close();
  });

  const findInput = () => site.page.getByRole('combobox', { name: 'Search docs' });
  return {
    get site() {
      return site;
    },
    input: findInput,
    options: () => site.page.getByRole('option'),
    async open(typedText) {
      await site.page.keyboard.press('/');
      await findInput().waitFor();
      if (typedText !== undefined) await findInput().fill(typedText);
    },
    violations: () => findAxeViolations(site.page, 'dialog'),
  };
}

/** Bundles the dialog as the shell loads it, without the shell. */
export async function bundleDialog(external: string[] = []): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: projectDir,
    plugins: [createSitePlugin(undefined)],
    define: { 'process.env.NODE_ENV': '"production"' },
    // The test runner uses development mode by default.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      rollupOptions: {
        external,
        input: path.join(projectDir, 'src/ui/search-keys.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'keys.js' },
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('a build has output');
  return new Map(
    output.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  );
}
