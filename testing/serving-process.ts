import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LogPipe } from './log-pipe.ts';
import { isBuiltForAll, smallManual } from './manuals.ts';
import { projectDir } from './running-site.ts';

export const administrator = { email: 'ana@example.com', password: 'correct horse battery' };

/** The real `gatehouse serve`, on a free port, with its own account and data folder. */
export interface ServingProcess extends AsyncDisposable {
  child: ChildProcess;
  origin: string;
  /** Returns the standard error output so far. */
  said(): string;
  /** Sends SIGTERM. Resolves when the process has ended, with its exit code or signal and the time that it took. */
  terminate(): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
}

/** `log` receives its standard output, which is discarded by default. */
export async function serveProcess(
  environment: Record<string, string> = {},
  log?: LogPipe,
): Promise<ServingProcess> {
  await isBuiltForAll(smallManual);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'serving-'));
  const child = spawn(process.execPath, ['bin/gatehouse.js', 'serve'], {
    cwd: projectDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...smallManual,
      ...environment,
    },
    stdio: ['ignore', log?.writer ?? 'ignore', 'pipe'],
  });
  log?.handedOver();
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // All of standard error has arrived by then, also from workers.
  const closed = once(child, 'close');
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const origin = /^Serving .*?(http:\/\/127\.0\.0\.1:\d+)/m.exec(output)?.[1];
    if (origin !== undefined) resolve(origin);
  });
  void closed.then(() => reject(new Error(`The process ended before it served:\n${output}`)));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await closed;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return {
      child,
      origin: await promise,
      said: () => output,
      async terminate() {
        const startedAt = performance.now();
        child.kill('SIGTERM');
        const [code, signal] = await exited;
        const ms = performance.now() - startedAt;
        await closed;
        return { code, signal, ms };
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
