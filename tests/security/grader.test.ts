import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallManual, startManual } from '../../testing/manuals.ts';
import type { RunningSite } from '../../testing/running-site.ts';
import { startTlsFront } from '../../testing/tls-front.ts';
import { installObservatory } from './observatory/install.ts';

const name = 'docs.lurana.example';
const account = { email: 'ana@lurana.example', password: 'correct horse battery' };

let observatory: string;
let folder: string;
let site: RunningSite;
beforeAll(async () => {
  observatory = await installObservatory();
  folder = await mkdtemp(path.join(tmpdir(), 'grader-'));
  site = await startManual(smallManual, {
    BASE_URL: `https://${name}`,
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  });
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Grade {
  grade: string;
  score: number;
  testsFailed: number;
  statusCode: number;
  tests: Record<string, { pass: boolean; result: string }>;
}

async function grade(cookie?: string): Promise<Grade> {
  const certificateFile = path.join(folder, 'certificate.pem');
  const front = await startTlsFront({
    port: Number(new URL(site.origin).port),
    name,
    certificateFile,
    ...(cookie === undefined ? {} : { cookie }),
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(import.meta.dirname, 'observatory/grade.ts'),
      observatory,
      name,
      String(front.httpPort),
      String(front.httpsPort),
    ],
    { env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificateFile } },
  );
  await front.close();
  return JSON.parse(stdout);
}

async function signIn(): Promise<string> {
  const response = await fetch(`${site.origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify(account),
  });
  return response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

describe('MDN’s HTTP Observatory gives A+, over TLS', () => {
  test('gives A+ to what a visitor sees', async () => {
    const seen = await grade();
    expect(seen).toMatchObject({ grade: 'A+', testsFailed: 0, statusCode: 200 });
    console.log(`Graded for a visitor: ${seen.grade}, ${seen.score} points.`);
  });

  test('gives A+ to what a reader sees', async () => {
    const cookie = await signIn();
    expect(cookie).toMatch(/^__Host-sid=./);
    const seen = await grade(cookie);
    expect(seen).toMatchObject({ grade: 'A+', testsFailed: 0, statusCode: 200 });
    console.log(`Graded for a reader: ${seen.grade}, ${seen.score} points.`);
  });
});
