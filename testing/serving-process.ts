import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LogPipe } from './log-pipe.ts';
import { builtForAll, smallManual } from './manuals.ts';
import { projectDir } from './running-site.ts';

export const administrator = { email: 'ana@example.com', password: 'correct horse battery' };

/** The real `gatehouse serve`, on a free port, with an account and a data folder of its own. */
export interface ServingProcess extends AsyncDisposable {
  child: ChildProcess;
  origin: string;
  /** What it has said to people so far. */
  said(): string;
  /** Sends SIGTERM. Resolves when the process has ended, with how, and how long that took. */
  terminate(): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
}

/** `log`: where its standard output goes. Nobody looks at it unless said. */
export async function serveProcess(
  environment: Record<string, string> = {},
  log?: LogPipe,
): Promise<ServingProcess> {
  await builtForAll(smallManual);
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
  // Standard error is there to the end, also of what workers say.
  const closed = once(child, 'close');
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const origin = /^Serving .*?(http:\/\/127\.0\.0\.1:\d+)/m.exec(said)?.[1];
    if (origin !== undefined) resolve(origin);
  });
  void closed.then(() => reject(new Error(`It ended before it served:\n${said}`)));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await closed;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return {
      child,
      origin: await promise,
      said: () => said,
      async terminate() {
        const started = performance.now();
        child.kill('SIGTERM');
        const [code, signal] = await exited;
        const ms = performance.now() - started;
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
