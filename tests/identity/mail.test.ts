import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNewAccount } from '../../src/accounts/account.ts';
import { createOutbox } from '../../src/accounts/mail/outbox.ts';
import { createToken, hashToken } from '../../src/accounts/sessions/tokens.ts';
import { openStore, type Store } from '../../src/accounts/store/store.ts';
import { serveSite } from '../../src/cli/start/serve-site.ts';
import type { Environment } from '../../src/config/environment.ts';
import type { EndpointAnswer } from '../../src/model/api/endpoints.ts';
import type { RunningServer } from '../../src/server/serve.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { publishRelease } from '../../testing/release.ts';
import { testEnvironment } from '../../testing/test-environment.ts';

const modes: Record<string, Record<string, string>> = {
  local: {},
  oidc: {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'docs',
    OIDC_CLIENT_SECRET: 'a secret of the provider',
    OIDC_ALLOW_DOMAINS: 'example.com',
  },
  firebase: {
    FIREBASE_PROJECT_ID: 'my-docs-1',
    FIREBASE_API_KEY: 'key',
    FIREBASE_ALLOW_DOMAINS: 'example.com',
  },
};

describe.each(Object.entries(modes))('with IDENTITY=%s, a site that sends mail', (IDENTITY, settings) => {
  let folder: string;
  let mailServer: MailServer;
  let environment: Environment;
  let store: Store;
  let server: RunningServer;
  let metricsPort: number;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    await publishRelease(path.join(folder, 'dist'));
    mailServer = await startMailServer({ secure: 'never' });
    const port = await findFreePort();
    metricsPort = await findFreePort();
    environment = testEnvironment({
      IDENTITY,
      ...settings,
      DATA_DIR: path.join(folder, 'data'),
      DIST_DIR: path.join(folder, 'dist'),
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: String(metricsPort),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'Docs <docs@example.com>',
      LOG_LEVEL: 'silent',
    });
    const servedSite = await serveSite(environment);
    if (servedSite.problems) throw new Error(JSON.stringify(servedSite.problems));
    server = servedSite.server;
    store = await openStore(environment);
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
    await mailServer.close();
    await rm(folder, { recursive: true });
  });

  /** Signs in an account that the provider, or this site, has admitted. Returns the cookie. */
  async function signInAccount(email: string, role: 'reader' | 'administrator'): Promise<string> {
    const { issuer } = server.identityProvider;
    const now = Date.now();
    const account = createNewAccount({
      issuer,
      subject: email,
      email,
      name: email,
      role,
      groups: [],
      createdAt: now,
    });
    await store.addAccount(account);
    const token = createToken();
    await store.addSession({
      tokenHash: hashToken(token),
      accountId: account.id,
      createdAt: now,
      lastSeenAt: now,
    });
    return `sid=${token}`;
  }

  const call = (method: string, address: string, cookie: string, body?: unknown) =>
    fetch(server.origin + address, {
      method,
      headers: {
        cookie,
        origin: server.origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const sendTest = (cookie: string) => call('POST', '/api/v1/health/test-mail', cookie);

  async function readMailFindings(cookie: string): Promise<string[]> {
    const answer = await call('GET', '/api/v1/health', cookie);
    const { findings }: EndpointAnswer<'readHealth'> = await answer.json();
    return findings
      .filter(({ check }) => check === 'mail')
      .map(({ state, message }) => `${state}: ${message}`);
  }

  async function readMetric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  }

  test('sends test emails to the administrator who asks, at most five an hour, and logs them', async () => {
    const ada = await signInAccount('ada@example.com', 'administrator');
    for (let n = 1; n <= 5; n++) {
      const answer = await sendTest(ada);
      expect([answer.status, await answer.json()]).toEqual([200, { to: 'ada@example.com' }]);
      expect(mailServer.received.map(({ to }) => to)).toHaveLength(n);
    }
    expect(mailServer.received[0]).toMatchObject({
      to: ['ada@example.com'],
      text: expect.stringContaining('Test email'),
    });
    const sixth = await sendTest(ada);
    expect([sixth.status, (await sixth.json()).error.code]).toEqual([429, 'too-many-attempts']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(mailServer.received).toHaveLength(5);
    const notes = (await store.listAuditSince(0)).filter(({ event }) => event === 'test-mail-sent');
    expect(notes).toHaveLength(5);
    expect(notes[0]).toMatchObject({ by: 'ada@example.com', detail: 'sent' });
  });

  test("says why a test email wasn't sent", async () => {
    const ada = await signInAccount('ada@example.com', 'administrator');
    mailServer.answer.recipient = 550;
    const refusal = await sendTest(ada);
    expect([refusal.status, (await refusal.json()).error]).toEqual([
      503,
      { code: 'unavailable', message: expect.stringContaining('550') },
    ]);
    const notes = (await store.listAuditSince(0)).filter(({ event }) => event === 'test-mail-sent');
    expect(notes).toMatchObject([{ detail: expect.stringMatching(/^not sent: .*550/) }]);
  });

  test('sends no test email for a reader or a visitor', async () => {
    const rosa = await signInAccount('rosa@example.com', 'reader');
    expect((await sendTest(rosa)).status).toBe(404);
    expect((await sendTest('')).status).toBe(401);
    expect(mailServer.received).toEqual([]);
  });

  test('tells a reader by mail that their feedback is answered', async () => {
    const [ada, rosa] = [
      await signInAccount('ada@example.com', 'administrator'),
      await signInAccount('rosa@example.com', 'reader'),
    ];
    const feedback = { page: '/docs/Tasks', helpful: 'no', comment: 'Where is the button?' };
    expect((await call('POST', '/_feedback', rosa, feedback)).status).toBe(204);
    const feedbackList: EndpointAnswer<'listFeedback'> = await (
      await call('GET', '/api/v1/feedback', ada)
    ).json();
    expect(feedbackList.mail).toBe(true);
    const [{ page, id, at } = { page: '', id: '', at: '' }] = feedbackList.rows;
    const note = 'It is on the left.';
    const settledFeedback = await call('PATCH', '/api/v1/feedback', ada, {
      page,
      id,
      at,
      state: 'answered',
      note,
    });
    expect(await settledFeedback.json()).toEqual({ mailed: true });
    await expect.poll(() => mailServer.received).toHaveLength(1);
    expect(mailServer.received[0]).toMatchObject({
      to: ['rosa@example.com'],
      text: expect.stringContaining(note),
    });
  });

  test('shows waiting and failed mail to administrators, in doctor and in metrics', async () => {
    const ada = await signInAccount('ada@example.com', 'administrator');
    const reached = expect.stringMatching(/^ok: The mail server .* accepts the connection and login/);
    expect(await readMailFindings(ada)).toEqual([
      reached,
      'ok: No email is waiting, and all emails of the last seven days were delivered.',
    ]);
    expect([await readMetric('docs_mails_waiting'), await readMetric('docs_mails_given_up')]).toEqual([0, 0]);
    const put = (createdAt: number) =>
      createOutbox(store, () => createdAt).put('now-administrator', { email: 'ada@example.com' });
    mailServer.answer.recipient = 550;
    await put(Date.now());
    await expect.poll(() => readMetric('docs_mails_given_up')).toBe(1);
    mailServer.answer.recipient = 450;
    await put(Date.now() - 42 * 60_000);
    await expect.poll(() => readMetric('docs_mails_waiting')).toBe(1);
    expect(await readMetric('docs_mail_oldest_seconds')).toBeGreaterThan(42 * 60 - 1);
    // A test email clears the status that the health page caches for some seconds.
    expect((await sendTest(ada)).status).toBe(503);
    expect(await readMailFindings(ada)).toEqual([
      reached,
      'warn: 1 email is waiting to be sent. The oldest has been waiting for 42 minutes.',
      "warn: 1 email couldn't be delivered in the last seven days.",
    ]);
  });

  test('sends nothing to an unconfirmed address, to accounts of another provider, or about passwords kept elsewhere', async () => {
    const ada = await signInAccount('ada@example.com', 'administrator');
    await signInAccount('rosa@example.com (unconfirmed 1a2b3c4d)', 'administrator');
    const outbox = createOutbox(store, Date.now);
    await outbox.put('now-administrator', { email: 'rosa@example.com (unconfirmed 1a2b3c4d)' });
    if (IDENTITY !== 'local') await outbox.put('reset', { email: 'ada@example.com' });
    // An account from before IDENTITY was changed: no user can sign in with it now.
    const issuer = IDENTITY === 'local' ? 'https://id.example.com' : 'local';
    const ben = { issuer, subject: 'ben', email: 'ben@example.com', name: 'Ben' };
    await store.addAccount(
      createNewAccount({ ...ben, role: 'administrator', groups: [], createdAt: Date.now() }),
    );
    await outbox.put('digest', { email: ben.email });
    await expect.poll(() => readMetric('docs_mails_waiting')).toBe(0);
    expect(mailServer.received).toEqual([]);
    expect((await sendTest(ada)).status).toBe(200);
  });
});
