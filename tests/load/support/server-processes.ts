import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { readCompiledCodeVariable } from '../../../src/shared/compiled-code.ts';
import { endWithWorker } from '../../../testing/end-with-worker.ts';

export interface ServerProcess {
  origin: string;
  port: number;
  /** Kills the process, like `kill -9`. */
  kill(): Promise<void>;
  /** Asks the process to stop. Resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Starts the process again on the same port, after it has ended. */
  start(): Promise<void>;
}

/** `runBy` is the program that starts the process, with its arguments. */
export async function startServerProcess(
  environment: Record<string, string>,
  runBy: readonly string[] = [],
): Promise<ServerProcess> {
  let port = 0;
  let child = await begin();

  async function begin(): Promise<ChildProcess> {
    const [program = '', ...args] = [
      ...runBy,
      process.execPath,
      path.join(import.meta.dirname, 'serve-process.ts'),
    ];
    const child = spawn(program, args, {
      // This folder has no `.env`.
      cwd: environment.DATA_DIR,
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'fatal',
        PORT: String(port),
        ...readCompiledCodeVariable(),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithWorker(child);
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error('The server ended before it served.'))),
    ]);
    port = Number(new URL(String(line)).port);
    return child;
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  }

  return {
    get origin() {
      return `http://127.0.0.1:${port}`;
    },
    get port() {
      return port;
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    start: async () => {
      child = await begin();
    },
  };
}
