import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { BrowserContext } from 'playwright-core';
import { cleanEnvironment, projectDir } from './measured-run.ts';

export interface ServedSite {
  origin: string;
  /** `Cookie` header of a signed-in reader. */
  signIn(): Promise<string>;
  signInBrowser(context: BrowserContext): Promise<void>;
  /** Seconds of processor time that the server has used so far, all threads. Undefined where the system doesn't tell. */
  cpuSeconds(): number | undefined;
  stop(): Promise<void>;
}

const account = { email: 'ada@example.com', password: 'correct horse battery' };

/** The real `npm start`, with one administrator, as a process of its own. */
export async function serveSite(environment: Record<string, string>): Promise<ServedSite> {
  const child = spawn(process.execPath, ['bin/gatehouse.js', 'start'], {
    cwd: projectDir,
    env: {
      ...cleanEnvironment(),
      PORT: '0',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      ...environment,
    },
    // Standard output is its log, which nobody reads here.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const origin = await originOf(child);
  return {
    origin,
    signIn: async () => {
      const answer = await fetch(`${origin}/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(account),
      });
      const cookie = answer.headers.get('set-cookie')?.split(';')[0];
      if (!answer.ok || cookie === undefined)
        throw new Error(`Signing in was answered with ${answer.status}.`);
      return cookie;
    },
    signInBrowser: async (context) => {
      const options = { data: account, headers: { origin } };
      const answer = await context.request.post(`${origin}/auth/sign-in`, options);
      if (!answer.ok()) throw new Error(`Signing in was answered with ${answer.status()}.`);
    },
    cpuSeconds: () => cpuSecondsOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** From Linux: the times in user and system mode, in nanoseconds, of each thread. */
function cpuSecondsOf(pid: number | undefined): number | undefined {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return undefined;
  const nanoseconds = readdirSync(threads).map((thread) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

async function originOf(child: ChildProcess): Promise<string> {
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
