import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './find-chromium.ts';

interface Program {
  /** Returns its file, or undefined if it isn't installed. */
  find(): string | undefined;
  /** How to install it. */
  get: string;
  isBrowser?: true;
}

/**
 * The programs that tests need besides Node and npm. A test names its programs by tags: `{ tags: 'nginx' }` at a test or
 * a `describe`, or `@module-tag nginx` in a comment at the head of its file. `.ci/run` installs all of them.
 */
const programs = {
  nginx: { find: () => findOnPath('nginx'), get: 'apt-get install nginx-light' },
  pgbouncer: { find: () => findOnPath('pgbouncer'), get: 'apt-get install pgbouncer' },
  caddy: { find: () => findOnPath('caddy'), get: 'apt-get install caddy' },
  'systemd-analyze': { find: () => findOnPath('systemd-analyze'), get: 'apt-get install systemd' },
  php: { find: () => findOnPath('php'), get: 'apt-get install php-cli' },
  'old-node': { find: findOldNode, get: '.ci/old-node' },
  git: { find: () => findOnPath('git'), get: 'apt-get install git' },
  chromium: {
    find: () => findChromium('any'),
    get: describeChromiumFrom('chromium-headless-shell'),
    isBrowser: true,
  },
  'whole-chromium': {
    find: () => findChromium('whole'),
    get: describeChromiumFrom('chromium'),
    isBrowser: true,
  },
  firefox: {
    find: () => findOnPath('firefox-esr') ?? findOnPath('firefox'),
    get: 'apt-get install firefox-esr',
    isBrowser: true,
  },
  webkit: {
    find: () => findOnPath('WebKitWebDriver'),
    get: 'apt-get install webkit2gtk-driver',
    isBrowser: true,
  },
  // WebKitGTK can't run without a screen; this one is virtual.
  xvfb: { find: () => findOnPath('Xvfb'), get: 'apt-get install xvfb' },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

/** Returns the file of a program. Throws an error that names the program if it is missing. */
export function need(name: ProgramName): string {
  const file = programs[name].find();
  if (file === undefined) throw new Error(`This test needs ${name}: ${programs[name].get}`);
  return file;
}

/** Returns the programs that this machine lacks, each with how to install it. */
export function findMissingPrograms(): Map<string, string> {
  const entries = Object.entries<Program>(programs);
  return new Map(entries.flatMap(([name, { find, get }]) => (find() === undefined ? [[name, get]] : [])));
}

/**
 * The tags for the test runner. Tests whose program is missing are skipped, and the end of the run names them. With
 * `CI=true` they run, and fail.
 */
export function createProgramTags(): { name: string; description: string; skip?: true }[] {
  const leftOut = process.env.CI === 'true' ? new Map<string, string>() : findMissingPrograms();
  return Object.entries<Program>(programs).map(([name, { get }]) => ({
    name,
    description: `needs ${name}: ${get}`,
    ...(leftOut.has(name) ? { skip: true } : {}),
  }));
}

/** Whether a test with this tag drives a browser. */
export function isBrowser(tag: string): boolean {
  return Object.entries<Program>(programs).some(([name, program]) => name === tag && program.isBrowser);
}

/** Finds a Node that is too old for Gatehouse: the one that `.ci/old-node` fetched, or one in `PATH`. */
function findOldNode(): string | undefined {
  const fetchedFile = path.resolve(import.meta.dirname, '../.cache/old-node/package/bin/node');
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return [fetchedFile, ...folders.map((folder) => path.join(folder, 'node'))].find((file) => {
    if (!existsSync(file)) return false;
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    const major = /^v(\d+)/.exec(stdout)?.[1];
    return major !== undefined && Number(major) < 24;
  });
}

/** Finds a command in `PATH`, and in the folders for servers, which only an administrator's `PATH` has on Debian. */
export function findOnPath(command: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, command)).find((file) => existsSync(file));
}

function describeChromiumFrom(debianPackage: string): string {
  return process.platform === 'linux'
    ? `apt-get install ${debianPackage}`
    : 'npx playwright-core install chromium';
}
