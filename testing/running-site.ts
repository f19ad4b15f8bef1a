import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const projectDir = path.resolve(import.meta.dirname, '..');

/** The real site, on a free port, with a data folder of its own. */
export interface RunningSite {
  origin: string;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the text that the pattern found in the output, present or to come. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Asks it to stop, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** `serve`: of a build that is there. */
export async function startSite(
  environment: Record<string, string> = {},
  command: 'start' | 'serve' = 'start',
): Promise<RunningSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'site-data-'));
  const child = spawn(process.execPath, ['bin/gatehouse.js', command], {
    cwd: projectDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CI: 'true',
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  try {
    const [, origin] = await output.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
    if (origin === undefined) throw new Error('the address has no origin');
    return {
      origin,
      ...output,
      async stop() {
        const code = await stop(child);
        await rm(dataDir, { recursive: true, force: true });
        return code;
      },
    };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

function collect(child: ChildProcess): Pick<RunningSite, 'output' | 'printed'> {
  let text = '';
  const listeners = new Set<() => void>();
  const append = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  return {
    output: () => text,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = text.match(pattern);
          if (match) settle(() => resolve(match));
        };
        const rejectExit = (): void =>
          settle(() => reject(new Error(`it ended without printing ${pattern}:\n${text}`)));
        const settle = (finish: () => void): void => {
          listeners.delete(look);
          child.off('exit', rejectExit);
          finish();
        };
        listeners.add(look);
        child.once('exit', rejectExit);
        look();
      }),
  };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exited;
  return typeof code === 'number' ? code : null;
}
