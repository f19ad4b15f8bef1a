// @module-tag chromium
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedEngine } from '../../src/search/engine/embedded.ts';
import type { SearchEngine } from '../../src/search/engine/engine.ts';
import { createSearchRoutes } from '../../src/server/api/search-protocol.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { createTemporaryIndex } from '../../testing/search-index.ts';

// The real components of two major versions, which ask this server instead of the public service.
const versions = { '3.9': 'docsearch-react-3', '5': 'docsearch-react-5' };

const index = createTemporaryIndex();
// The folder is inside the project, so that the bundler finds the packages.
const folder = mkdtempSync(path.join(import.meta.dirname, '.docsearch-'));
const server = fastify();
let engine: SearchEngine;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  // DocSearch shows an error instead of asking again, so a busy machine gets the time that it needs.
  engine = await openEmbeddedEngine({ file: index.file, threads: 1, deadlineMs: PATIENCE_MS });
  await server.register(createSearchRoutes({ engine }));
  for (const [version, name] of Object.entries(versions)) {
    const script = await bundle(name);
    server.get(`/${version}`, (_request, reply) =>
      reply
        .type('text/html')
        .send(
          '<!doctype html><title>t</title><div id="root"></div><script src="?script"></script>'.replace(
            '?script',
            `/${version}.js`,
          ),
        ),
    );
    server.get(`/${version}.js`, (_request, reply) => reply.type('text/javascript').send(script));
  }
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await server.close();
  await engine?.close();
  index.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function bundle(packageName: string): Promise<string> {
  const entry = path.join(folder, `${packageName}.js`);
  writeFileSync(
    entry,
    `import { createElement } from 'react';
     import { createRoot } from 'react-dom/client';
     import { liteClient } from 'algoliasearch/lite';
     import { DocSearch } from '${packageName}';
     const host = { url: location.hostname, port: Number(location.port), protocol: 'http', accept: 'readWrite' };
     const client = liteClient('app', 'key', { hosts: [host] });
     createRoot(document.getElementById('root')).render(createElement(DocSearch, {
       appId: 'app', apiKey: 'key', indexName: 'docs', indices: ['docs'], insights: false, transformSearchClient: () => client,
     }));`,
  );
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'app', fileName: 'app' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('a build has output');
  return output.output[0].code;
}

async function search(
  page: Page,
  typedText: string,
): Promise<{ href: string | null; text: string; marked: string[] }> {
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  await page.getByRole('searchbox').or(page.locator('#docsearch-input')).first().fill(typedText);
  const hit = page.locator('.DocSearch-Hit a').first();
  await hit.waitFor();
  return {
    href: await hit.getAttribute('href'),
    text: ((await hit.textContent()) ?? '').replace(/\s+/g, ' '),
    marked: await hit.locator('mark').allInnerTexts(),
  };
}

describe.each(Object.keys(versions))('DocSearch %s', (version) => {
  test('shows hits with the matched words marked', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/${version}`);
    const hit = await search(page, 'dropdown');
    expect(hit.href).toBe('/docs/forms/dropdown');
    expect(hit.text).toContain('Dropdown control');
    expect(hit.marked).toContain('Dropdown');
    await page.close();
  });

  test('shows markup in a heading as text', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/${version}`);
    const hit = await search(page, 'isn t a variable');
    expect(hit.text).toContain("What <b>else</b> isn't a variable?");
    await page.close();
  });

  test('says that there are no results', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/${version}`);
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.locator('#docsearch-input').or(page.getByRole('searchbox')).first().fill('zzyzx');
    await page
      .getByText(/No results/)
      .first()
      .waitFor();
    await page.close();
  });
});
