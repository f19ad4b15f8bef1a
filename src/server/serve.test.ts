import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../testing/free-port.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { publishRelease } from '../../testing/release.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { engineFeatures } from '../features/index.ts';
import { examine } from './ops/doctor/examine.ts';
import { createMetrics } from './ops/metrics.ts';
import { serve } from './serve.ts';

test('a server with a mail server sends the requested reset link', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mail = await startMailServer({ secure: 'never' });
  onTestFinished(() => mail.close());
  const port = await findFreePort();
  const environment = testEnvironment({
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: path.join(folder, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Docs <docs@example.com>',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
    LOG_LEVEL: 'silent',
  });
  await publishRelease(path.join(folder, 'dist'));
  const { server } = await serve({ environment, features: engineFeatures, dist: path.join(folder, 'dist') });
  if (!server) throw new Error("The server doesn't start.");
  onTestFinished(async () => void (await server.stop()));
  const response = await fetch(`${server.origin}/forgotten`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@example.com' }),
  });
  expect(response.status).toBe(200);
  await expect.poll(() => mail.received.length).toBe(1);
  const [link = ''] =
    /http:\/\/localhost:\d+\/reset\?token=[\w-]{43}/.exec(mail.received[0]?.text ?? '') ?? [];
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('ada@example.com')]);
});

test.each([
  ['on', 200, 'Readers can connect apps'],
  ['off', 401, 'AGENTS=off'],
])('with AGENTS=%s the metadata for agents has the status %i', async (agents, status, finding) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dist = path.join(folder, 'dist');
  const environment = testEnvironment({
    PORT: '0',
    BASE_URL: 'https://docs.example',
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: dist,
    LOG_LEVEL: 'silent',
    AGENTS: agents,
  });
  await publishRelease(dist);
  const { server } = await serve({ environment, features: engineFeatures, dist });
  if (!server) throw new Error("The server doesn't start.");
  onTestFinished(async () => {
    await server.stop();
  });
  const response = await fetch(`${server.origin}/.well-known/oauth-protected-resource`);
  expect(response.status).toBe(status);
  const findings = await examine(environment, engineFeatures);
  expect(findings.find(({ check }) => check === 'agents')?.message).toContain(finding);
});

test('a server with a backup folder creates backups, and its metrics show the age of the last one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const backups = path.join(folder, 'backups');
  const environment = testEnvironment({
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: backups,
    LOG_LEVEL: 'silent',
  });
  await publishRelease(path.join(folder, 'dist'));
  const metrics = createMetrics();
  const { server } = await serve({
    environment,
    features: engineFeatures,
    dist: path.join(folder, 'dist'),
    metrics,
  });
  if (!server) throw new Error("The server doesn't start.");
  onTestFinished(async () => void (await server.stop()));
  const listFiles = () => existsSync(backups) && readdirSync(backups).filter((name) => name.endsWith('Z.db'));
  await expect.poll(listFiles).toHaveLength(1);
  expect(await metrics.registry.metrics()).toMatch(/^docs_backup_age_seconds \d/m);
});
