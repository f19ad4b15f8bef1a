import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BrowserContext } from 'playwright-core';
import { listChildren, sumCpuSeconds } from './cpu-seconds.ts';
import { cleanEnvironment, projectDir } from './measured-run.ts';

export interface ServedSite {
  origin: string;
  /** `Cookie` header of the signed-in administrator. */
  signIn(): Promise<string>;
  /** Adds a reader's account and signs in. Returns the `Cookie` header. */
  signInReader(): Promise<string>;
  signInBrowser(context: BrowserContext): Promise<void>;
  /**
   * Seconds of processor time that the server has used so far in all threads and processes. Undefined if the
   * system doesn't report it.
   */
  cpuSeconds(): number | undefined;
  stop(): Promise<void>;
}

const account = { email: 'ada@example.com', password: 'correct horse battery' };
const readerAccount = { email: 'rosa@example.com', password: 'correct horse stable' };

/**
 * The real `npm start`, with one administrator, in a separate process. `serve` instead of `start` never
 * builds: right after a build, a process needs more time for each answer.
 */
export async function startServedSite(
  environment: Record<string, string>,
  command: 'start' | 'serve' = 'start',
): Promise<ServedSite> {
  const env = {
    ...cleanEnvironment(),
    PORT: '0',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    ...environment,
  };
  const child = spawn(process.execPath, ['bin/gatehouse.js', command], {
    cwd: projectDir,
    env,
    // Standard output is the log, which isn't read here.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const origin = await waitForOrigin(child);
  return {
    origin,
    signIn: () => signIn(origin, account),
    signInReader: async () => {
      const { email, password } = readerAccount;
      const addUser = ['bin/gatehouse.js', 'users', 'add', email, '--role', 'reader', '--password-stdin'];
      const added = spawnSync(process.execPath, addUser, { cwd: projectDir, env, input: `${password}\n` });
      if (added.status !== 0) throw new Error(`The reader couldn't be added: ${added.stderr}`);
      return signIn(origin, readerAccount);
    },
    signInBrowser: async (context) => {
      const options = { data: account, headers: { origin } };
      const answer = await context.request.post(`${origin}/auth/sign-in`, options);
      if (!answer.ok()) throw new Error(`Signing in was answered with ${answer.status()}.`);
    },
    cpuSeconds: () => sumCpuSeconds([child.pid, ...listChildren(child.pid)]),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Returns the `Cookie` header. */
async function signIn(origin: string, credentials: typeof account): Promise<string> {
  const answer = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(credentials),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(`Signing in was answered with ${answer.status}.`);
  return cookie;
}

async function waitForOrigin(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('The server has no output.');
  for await (const line of createInterface(child.stderr)) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin !== undefined) {
      child.stderr.resume();
      return origin;
    }
  }
  throw new Error('The server ended before it said where it listens.');
}
