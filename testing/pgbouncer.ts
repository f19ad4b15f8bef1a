import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { endWithWorker } from './end-with-worker.ts';
import { findFreePort } from './free-port.ts';
import { need } from './needed-program.ts';
import { findUnprivilegedUser } from './postgres.ts';

/** A real PgBouncer on loopback, in front of the server of a database. */
export interface Pooler {
  /** The same database, through the pooler. */
  url: string;
  /** Kills it, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on the same port, optionally in another mode. */
  start(mode?: PoolMode): Promise<void>;
  close(): Promise<void>;
}

type PoolMode = 'transaction' | 'session';

/** Parameters that the driver sends at the start of a connection. `deploy/README.md` contains the same line. */
export const IGNORED_PARAMETERS =
  'extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

export async function startPgBouncer(
  databaseUrl: string,
  firstMode: PoolMode,
  { ignored = IGNORED_PARAMETERS }: { ignored?: string } = {},
): Promise<Pooler> {
  const program = need('pgbouncer');
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  // PgBouncer refuses to run as root, so the other user must be able to read this.
  await chmod(folder, 0o755);
  const user = await findUnprivilegedUser();
  const port = await findFreePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  let child = await begin(firstMode);

  async function begin(mode: PoolMode): Promise<ChildProcess> {
    const settings = [
      '[databases]',
      `* = host=${hostname} port=${databasePort} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      `ignore_startup_parameters = ${ignored}`,
      'default_pool_size = 40',
    ];
    await writeFile(file, `${settings.join('\n')}\n`);
    const startedProcess = spawn(program, [file], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    endWithWorker(startedProcess);
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: startedProcess.stderr }).on('line', (line) => {
        lines.push(line);
        if (line.includes('process up')) resolve();
      });
      startedProcess.once('exit', () => reject(new Error(`PgBouncer ended:\n${lines.join('\n')}`)));
    });
    return startedProcess;
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    kill,
    start: async (mode = firstMode) => {
      child = await begin(mode);
    },
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
