import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readCompiledCodeVariable } from '../src/shared/compiled-code.ts';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);

/** Too large for a dependency (220 MB, for one test file), so it is installed on first use and kept. */
const VERSION = '15.34.2';
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'lurana-docs');
const home = path.join(cache, `firebase-tools-${VERSION}`);
const emulatorModule = path.join(home, 'node_modules/firebase-tools/lib/emulator/auth/index.js');

export const emulatedProject = 'demo-lurana-docs';

/** The hosted identity service's own emulator on loopback, without any accounts. */
export interface AuthEmulator {
  /** `127.0.0.1:9099` */
  host: string;
  /** Adds a person and returns their id. */
  addUser(user: {
    email: string;
    password: string;
    displayName?: string;
    emailVerified?: boolean;
  }): Promise<string>;
  changeUser(id: string, changes: Record<string, unknown>): Promise<void>;
  /** Signs in without the login page. */
  fetchIdToken(email: string, password: string): Promise<string>;
  /** Signs in and returns the refresh token, with which the service's client renews its ID token. */
  fetchRefreshToken(email: string, password: string): Promise<string>;
  removeUser(id: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startAuthEmulator(): Promise<AuthEmulator> {
  if (!existsSync(emulatorModule)) await install();
  const port = await findFreePort();
  const host = `127.0.0.1:${port}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-emulator-'));
  const program = path.join(import.meta.dirname, 'auth-emulator-process.ts');
  const child = spawn(process.execPath, [program, emulatorModule, emulatedProject, String(port)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      CI: 'true',
      ...readCompiledCodeVariable(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await waitUntilReady(child);

  async function call(address: string, body: Record<string, unknown>) {
    const response = await fetch(`http://${host}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    if (!response.ok) throw new Error(`The emulator answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }
  const signIn = (email: string, password: string) =>
    call('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any', {
      email,
      password,
      returnSecureToken: true,
    });
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${emulatedProject}/accounts`;
  return {
    host,
    addUser: async (user) => String((await call(accounts, user)).localId),
    changeUser: async (localId, changes) => void (await call(`${accounts}:update`, { localId, ...changes })),
    fetchIdToken: async (email, password) => String((await signIn(email, password)).idToken),
    fetchRefreshToken: async (email, password) => String((await signIn(email, password)).refreshToken),
    removeUser: async (localId) => void (await call(`${accounts}:delete`, { localId })),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Installs completely or not at all, because two processes may do so at once. */
async function install(): Promise<void> {
  console.log(`Installing firebase-tools ${VERSION} into ${home}, once.`);
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(path.join(cache, 'installing-'));
  const quietly = ['--no-audit', '--no-fund', '--silent'];
  // The emulator works without optional dependencies and install scripts.
  const sparingly = ['--ignore-scripts', '--omit=optional'];
  await run('npm', ['install', '--prefix', draft, ...quietly, ...sparingly, `firebase-tools@${VERSION}`]);
  try {
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(emulatorModule)) throw error;
  }
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('ready')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The emulator ended:\n${output}`)));
  });
}
