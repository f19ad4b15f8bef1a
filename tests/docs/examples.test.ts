// @module-tag chromium

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../src/shared/duration.ts';
import { listBothStores } from '../../testing/both-stores.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { projectDir, type RunningSite, startSite } from '../../testing/running-site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createSettings = (example: string) => ({
  SITE_DIR: path.join(projectDir, 'examples', example),
  DIST_DIR: path.join(folder, example),
  DATA_DIR: path.join(folder, 'data'),
});

/** Runs a command of `gatehouse`, for an example. */
const runOnExample = (example: string, ...args: string[]) => runGatehouse(args, createSettings(example));

/**
 * The command runs asynchronously: connections that the server closes in the meantime would otherwise be used
 * again.
 */
async function runGatehouse(args: string[], environment: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['bin/gatehouse.js', ...args], {
    cwd: projectDir,
    env: { PATH, HOME, CI: 'true', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, stdout, stderr };
}

test.each(['starter', 'docusaurus-classic', 'oidc', 'reranker'])('the example %s builds', async (example) => {
  const { status, stderr } = await runOnExample(example, 'build');
  expect(stderr).not.toContain('error');
  expect(status).toBe(0);
  const { entries } = JSON.parse(readFileSync(path.join(folder, example, 'manifest.json'), 'utf8'));
  expect(entries.map(({ url }: { url: string }) => url)).toContain(
    example === 'docusaurus-classic' ? '/docs/intro' : '/docs/',
  );
});

const ADMIN_EMAIL = 'ana@example.com';
const ADMIN_PASSWORD = 'correct horse battery';

let site: RunningSite;
let cookie: string;
let send: Awaited<ReturnType<typeof signIn>>['send'];
let metricsPort: number;
beforeAll(async () => {
  const built = await runOnExample('feature', 'build');
  if (built.status !== 0) throw new Error(built.stderr);
  metricsPort = await findFreePort();
  site = await startFeature({ METRICS_PORT: String(metricsPort) });
  ({ send, cookie } = await signIn(site));
});
afterAll(() => site?.stop());

/** Serves the example with these settings. It was built before. */
const startFeature = (more: Record<string, string>) =>
  startSite({ ...createSettings('feature'), ADMIN_EMAIL, ADMIN_PASSWORD, ...more }, 'serve');

/** Signs in as administrator. `send` sends requests in that session. */
async function signIn({ origin }: RunningSite) {
  const sendAs = (session: string, method: string, url: string, body: unknown) =>
    fetch(origin + url, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', origin, cookie: session },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signedIn = await sendAs('', 'POST', '/auth/sign-in', {
    email: ADMIN_EMAIL,
    password: ADMIN_PASSWORD,
  });
  const session = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return {
    cookie: session,
    send: (method: string, url: string, body?: unknown) => sendAs(session, method, url, body),
  };
}

test('the release has the pages of the feature: one for readers, one in the administration with an entry in its menu', async () => {
  const page = await send('GET', '/status');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1>Status of the service</h1>');
  const administration = await send('GET', '/admin/health');
  expect(await administration.text()).toMatch(/<a [^>]*href="\/admin\/status"[^>]*>Status<\/a>/);
});

test('a fence of the feature is drawn in a document', async () => {
  const page = await (await send('GET', '/docs/')).text();
  expect(page).toMatch(
    /<div data-live="Uptime"[^>]*><ul class="uptime"><li>Monday.*<meter [^>]*value="98.2"/,
  );
  expect(page).toContain('.uptime{');
  expect(page).not.toContain('language-uptime');
});

test('a visitor learns nothing about them', async () => {
  const statuses: number[] = [];
  for (const url of ['/status', '/admin/status', '/api/v1/status', '/nothing'])
    statuses.push((await fetch(site.origin + url)).status);
  expect(statuses).toEqual([401, 401, 401, 401]);
});

test('an administrator changes the status, and every part of the feature shows it', async () => {
  expect(await (await send('GET', '/api/v1/status')).json()).toEqual({
    state: 'works',
    message: '',
    sendsNotices: false,
  });
  expect((await runOnExample('feature', 'status')).stdout).toBe('The service works.\n');

  const refusal = await send('POST', '/api/v1/status', { state: 'disturbed' });
  expect([refusal.status, (await refusal.json()).error.message]).toEqual([
    409,
    'Say what readers should know about the disturbance.',
  ]);
  const message = 'The harvest plan opens slowly.';
  expect((await send('POST', '/api/v1/status', { state: 'disturbed', message })).status).toBe(204);

  expect(await (await send('GET', '/api/v1/status')).json()).toEqual({
    state: 'disturbed',
    message,
    sendsNotices: false,
  });
  expect((await runOnExample('feature', 'status')).stdout).toBe(`The service is disturbed: ${message}\n`);
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await metrics.text()).toMatch(/^docs_service_disturbed 1$/m);
  const { findings } = JSON.parse((await runOnExample('feature', 'doctor', '--json')).stdout);
  expect(findings).toContainEqual({
    check: 'service-status',
    state: 'ok',
    message: 'The status page says that the service is disturbed.',
  });
});

test.each(listBothStores())(
  'readers are sent an email when it works again, stored in %s',
  async (_, createStore) => {
    const mailServer = await startMailServer({ secure: 'never' });
    onTestFinished(() => mailServer.close());
    const port = String(await findFreePort());
    const notifying = await startFeature({
      ...(await createStore()),
      PORT: port,
      BASE_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'Orchard <docs@example.com>',
      STATUS_NOTICE_DAYS: '7',
    });
    onTestFinished(async () => void (await notifying.stop()));
    const ana = await signIn(notifying);
    const requestNotice = (language: string) => ana.send('POST', '/api/v1/status/notices', { language });
    const change = async (status: object) =>
      expect((await ana.send('POST', '/api/v1/status', status)).status).toBe(204);

    expect((await requestNotice('en')).status).toBe(409);
    for (const language of ['es-MX', 'en', 'xx']) {
      await change({ state: 'disturbed', message: 'The harvest plan opens slowly.' });
      const noticeResponse = await requestNotice(language);
      expect(noticeResponse.status).toBe(201);
      const { expiresAt } = await noticeResponse.json();
      expect((Date.parse(expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(7, 1);
      await change({ state: 'works' });
      // The request was deleted, so no second mail is sent.
      await change({ state: 'works' });
    }
    const listNotices = () => mailServer.received.filter(({ text }) => text.includes('/status'));
    await expect.poll(() => listNotices().length).toBe(3);
    const [spanish, english, fallback] = listNotices().map(({ text }) => text);
    expect(spanish).toMatch(/^Subject: El servicio vuelve a funcionar\r$/m);
    expect(spanish).toContain('Hola, ana:');
    expect(spanish).toContain('te envía este correo porque lo pediste en la página de estado.');
    expect(spanish).toContain('<html lang="es">');
    for (const mail of [english, fallback]) {
      expect(mail).toMatch(/^Subject: The service works again\r$/m);
      expect(mail).toContain(`http://127.0.0.1:${port}/status`);
      expect(mail).toContain('because you asked for it on the status page.');
    }
  },
);

test.each(['0', '366', 'soon'])('STATUS_NOTICE_DAYS=%s is refused by every command', async (days) => {
  const { status, stderr } = await runGatehouse(['status'], {
    ...createSettings('feature'),
    STATUS_NOTICE_DAYS: days,
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('STATUS_NOTICE_DAYS must be 1 to 365.')]);
});

test('an administrator works in the browser, and a reader sees it on the page', async () => {
  await using browser = await launchChromium();
  const context = await browser.newContext({ baseURL: site.origin });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: site.origin }]);
  const page = await context.newPage();
  await page.goto('/admin/status');
  await page.getByLabel('The service is disturbed').setChecked(true);
  await page.getByLabel('Message').fill('The map of the trees is missing.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.goto('/status');
  await page.getByText('The map of the trees is missing.').waitFor();
});

test('the readiness check and doctor report a damaged file', async () => {
  const file = path.join(folder, 'data', 'status.json');
  writeFileSync(file, '{');
  expect(await (await fetch(`${site.origin}/readyz`)).json()).toMatchObject({ degraded: ['service-status'] });
  const { findings } = JSON.parse((await runOnExample('feature', 'doctor', '--json')).stdout);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'service-status', state: 'fail' }));
  rmSync(file);
});

test('an assistant of a reader sees its tool and calls it', async () => {
  const tokenAnswer = await send('POST', '/api/v1/account/tokens', { name: 'Assistant', days: 1 });
  expect(tokenAnswer.status).toBe(201);
  const { secret } = await tokenAnswer.json();
  const call = async (method: string, params: object) => {
    const response = await fetch(`${site.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return response.text();
  };
  expect(await call('tools/list', {})).toContain('"read_status"');
  expect(await call('tools/call', { name: 'read_status', arguments: {} })).toMatch(
    /The service (works|is dis)/,
  );
});

test('help lists its command, and FEATURES_OFF leaves out all of it', async () => {
  expect((await runOnExample('feature', 'help')).stdout).toMatch(
    /^ {2}status +Show the status of the service$/m,
  );
  const off = await runGatehouse(['status'], {
    ...createSettings('feature'),
    FEATURES_OFF: 'service-status',
  });
  expect([off.status, off.stderr]).toEqual([2, expect.stringContaining('Unknown command "status".')]);
});
