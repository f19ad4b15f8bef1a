// @module-tag chromium
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool } from '../../testing/mcp.ts';
import { signOutByMenu } from '../../testing/reader-menu.ts';
import {
  markWindow,
  openReadingSite,
  type ReadingSite,
  searchAgain,
  waitForShell,
} from '../../testing/reading.ts';

const files = {
  'docusaurus.config.js': `export default {
    title: 'Pumps',
    url: 'https://pumps.example',
    baseUrl: '/help/',
    i18n: { defaultLocale: 'en', locales: ['en', 'es'] },
    presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  };`,
  'docs/intro.md':
    '---\nslug: /\n---\n\n# Pumps\n\nA pump moves water. ![A drop](./drop.svg)\n\n[Valves](./valves.md)\n',
  'docs/valves.md': '# Valves\n\nA valve stops water.\n',
  'docs/drop.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  'i18n/es/docusaurus-plugin-content-docs/current/intro.md':
    '---\nslug: /\n---\n\n# Bombas\n\nUna bomba mueve agua.\n\n[Válvulas](./valves.md)\n',
  'i18n/es/docusaurus-plugin-content-docs/current/valves.md':
    '# Válvulas\n\nLas válvulas detienen el agua. Se instalan entre dos bombas.\n',
};

let siteDir: string;
let site: ReadingSite;
beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'based-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(siteDir, file)), { recursive: true });
    await writeFile(path.join(siteDir, file), text);
  }
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});

/** Opens a page, with lists of its requests outside the site, its failed responses and its script errors. */
async function openWatchedPage(context: BrowserContext): Promise<{ page: Page; strays: string[] }> {
  const page = await context.newPage();
  const strays: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/help/') || response.status() >= 400)
      strays.push(`${response.status()} ${pathname}`);
  });
  page.on('pageerror', (error) => strays.push(error.message));
  return { page, strays };
}

describe('a site below a base path, in two languages', () => {
  test('is signed in to, read, searched and left without a step beside it', async () => {
    const context = await site.browser.newContext({ baseURL: site.origin });
    const { page, strays } = await openWatchedPage(context);
    await page.goto('/help/es/valves');
    expect(page.url()).toBe(`${site.origin}/help/login?next=/es/valves`);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    await page.getByLabel('Correo electrónico').fill('ana@lurana.example');
    await page.getByLabel('Contraseña').fill('correct horse battery');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL('**/help/es/valves');
    const [cookie] = await context.cookies(`${site.origin}/help/`);
    expect(cookie).toMatchObject({ name: 'sid', path: '/help/' });

    await waitForShell(page);
    const isSame = await markWindow(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Bombas' }).first().click();
    await page.getByRole('heading', { name: 'Bombas', level: 1 }).waitFor();
    expect([page.url(), await isSame()]).toEqual([`${site.origin}/help/es/`, true]);

    const read = async () => (await (await context.request.get('/help/api/v1/reading')).json()).rows;
    await expect
      .poll(read)
      .toEqual(
        expect.arrayContaining(['/es/', '/es/valves'].map((each) => expect.objectContaining({ page: each }))),
      );

    await searchAgain(page);
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('válvulas');
    await page.getByRole('option', { name: 'Válvulas' }).first().click();
    await page.waitForURL('**/help/es/valves*');

    await page.goto('/help/es/account');
    await page.getByRole('heading', { name: 'Sesiones' }).waitFor();
    await page.goto('/help/es/admin/users');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    expect(await (await saving).failure()).toBeNull();
    const question = { address: '/help/es/valves', question: '¿Cómo se cierra?' };
    const added = await context.request.post('/help/api/v1/searches/questions', { data: question });
    expect(await added.json()).toMatchObject({ text: expect.stringContaining('/help/es/valves') });
    // A page has its title in the language of the administrator, whatever its own language is.
    const readPage = page.getByRole('row').filter({ hasText: '/es/valves' });
    await page.goto('/help/admin/reading');
    await readPage.getByRole('link', { name: 'Valves', exact: true }).waitFor();
    await page.goto('/help/es/admin/reading');
    await readPage.getByRole('link', { name: 'Válvulas', exact: true }).click();
    await page.getByRole('heading', { name: 'Válvulas', level: 1 }).waitFor();
    await page.goto('/help/es/');
    await waitForShell(page);
    await page.evaluate(() => localStorage.setItem('of another site', 'of this host'));
    await signOutByMenu(page);
    await page.waitForURL('**/help/login');
    // The search was stored. Entries of other programs stay, also after the session ended elsewhere.
    const readStoredKeys = () => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    await expect.poll(readStoredKeys).toEqual(['of another site']);
    await page.evaluate(() => localStorage.setItem('search-history', '{}'));
    await page.reload();
    await expect.poll(readStoredKeys).toEqual(['of another site']);
    await expect.poll(() => page.getByRole('heading').textContent()).toBe('Iniciar sesión');
    expect(strays).toEqual([]);
    await context.close();
  });

  test('shows without scripts what it shows with them', async () => {
    const context = await site.signedIn({ javaScriptEnabled: false });
    const { page, strays } = await openWatchedPage(context);
    await page.goto('/help/');
    await expect.poll(() => page.getByAltText('A drop').evaluate((image) => image.clientWidth)).toBe(8);
    await page.goto('/help/es/search?q=válvulas');
    await page
      .getByRole('link', { name: /Válvulas/ })
      .first()
      .click();
    await page.waitForURL('**/help/es/valves*');
    // Each search without results is a separate report.
    for (const query of ['zzyzx', 'qwxyz']) {
      await page.goto(`/help/es/search?q=${query}`);
      await page.getByRole('button', { name: 'Avisar a los autores de que esto falta' }).click();
      await page.waitForURL('**/help/es/search#feedback-thanks');
      await page.getByText('Gracias. Los autores').waitFor();
    }
    const { rows } = await (await context.request.get('/help/api/v1/feedback?search=es/search')).json();
    expect(rows.map(({ passage }: { passage: string }) => passage).sort()).toEqual(['qwxyz', 'zzyzx']);
    expect(strays).toEqual([]);
    await context.close();
  });

  test('uses the language of the visitor’s browser, and keeps it', async () => {
    const context = await site.browser.newContext({ baseURL: site.origin, locale: 'es-AR' });
    const page = await context.newPage();
    await page.goto('/help/login');
    await page.getByRole('link', { name: '¿Has olvidado tu contraseña?' }).click();
    await page.getByRole('heading', { name: 'Restablece tu contraseña' }).waitFor();
    await context.close();
  });

  test('gives programs addresses that open, and accepts them back', async () => {
    const context = await site.signedIn();
    const creation = await context.request.post(`${site.origin}/help/api/v1/account/tokens`, {
      data: { name: 'Test', days: 1 },
    });
    const { secret }: { secret: string } = await creation.json();
    const headers = { authorization: `Bearer ${secret}` };
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL(`${site.origin}/help/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const returnedAddresses: string[] = [];
    for (const [name, toolArguments] of [
      ['list_pages', {}],
      ['search', { query: 'water' }],
      ['look_up', { name: 'Valves' }],
    ] as const) {
      const { text, failed } = await callTool(client, name, toolArguments);
      const addresses = text.match(/https?:[^\s<>)]+/g) ?? [];
      expect({ name, failed, text, addresses: addresses.length }).toMatchObject({ failed: false });
      expect(addresses.length, text).toBeGreaterThan(0);
      returnedAddresses.push(...addresses);
    }
    for (const address of new Set(returnedAddresses)) {
      expect((await fetch(address, { headers, redirect: 'error' })).status, address).toBe(200);
      const read = await callTool(client, 'read_page', { address });
      expect(read, address).toMatchObject({ failed: false, text: expect.stringContaining(address) });
    }
    await client.close();
    await context.close();
  });
});
