import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './find-chromium.ts';

interface Program {
  /** Its file, where it is installed. */
  find(): string | undefined;
  /** How to get it. */
  get: string;
  isBrowser?: true;
}

/**
 * What tests need besides Node and npm. A test says so by the tag of that name: `{ tags: 'nginx' }` at a test or a
 * `describe`, or `@module-tag nginx` in a comment at the head of its file. `.ci/run` installs all of them.
 */
const programs = {
  nginx: { find: () => onPath('nginx'), get: 'apt-get install nginx-light' },
  pgbouncer: { find: () => onPath('pgbouncer'), get: 'apt-get install pgbouncer' },
  caddy: { find: () => onPath('caddy'), get: 'apt-get install caddy' },
  'systemd-analyze': { find: () => onPath('systemd-analyze'), get: 'apt-get install systemd' },
  php: { find: () => onPath('php'), get: 'apt-get install php-cli' },
  'old-node': { find: findOldNode, get: '.ci/old-node' },
  git: { find: () => onPath('git'), get: 'apt-get install git' },
  chromium: {
    find: () => findChromium('any'),
    get: chromiumFrom('chromium-headless-shell'),
    isBrowser: true,
  },
  'whole-chromium': { find: () => findChromium('whole'), get: chromiumFrom('chromium'), isBrowser: true },
  firefox: {
    find: () => onPath('firefox-esr') ?? onPath('firefox'),
    get: 'apt-get install firefox-esr',
    isBrowser: true,
  },
  webkit: {
    find: () => onPath('WebKitWebDriver'),
    get: 'apt-get install webkit2gtk-driver',
    isBrowser: true,
  },
  // A screen that nobody sees: WebKitGTK has no other way to run without one.
  xvfb: { find: () => onPath('Xvfb'), get: 'apt-get install xvfb' },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

/** The file of a program. Fails by its name where it is missing. */
export function need(name: ProgramName): string {
  const file = programs[name].find();
  if (file === undefined) throw new Error(`${name} is needed for this test: ${programs[name].get}`);
  return file;
}

/** The programs that are not on this machine, and how to get each. */
export function missingPrograms(): Map<string, string> {
  const entries = Object.entries<Program>(programs);
  return new Map(entries.flatMap(([name, { find, get }]) => (find() === undefined ? [[name, get]] : [])));
}

/**
 * For the test runner: tests whose program is missing are left out, and the end of the run names them. On a
 * machine that checks changes (`CI=true`) they run, and fail.
 */
export function programTags(): { name: string; description: string; skip?: true }[] {
  const leftOut = process.env.CI === 'true' ? new Map<string, string>() : missingPrograms();
  return Object.entries<Program>(programs).map(([name, { get }]) => ({
    name,
    description: `needs ${name}: ${get}`,
    ...(leftOut.has(name) ? { skip: true } : {}),
  }));
}

/** Whether a tag of a test says that it drives a browser. */
export function isBrowser(tag: string): boolean {
  return Object.entries<Program>(programs).some(([name, program]) => name === tag && program.isBrowser);
}

/** A Node that is too old for Gatehouse: the one that `.ci/old-node` fetches, else one in `PATH`. */
function findOldNode(): string | undefined {
  const fetched = path.resolve(import.meta.dirname, '../.cache/old-node/package/bin/node');
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return [fetched, ...folders.map((folder) => path.join(folder, 'node'))].find((file) => {
    if (!existsSync(file)) return false;
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    const major = /^v(\d+)/.exec(stdout)?.[1];
    return major !== undefined && Number(major) < 24;
  });
}

/** Debian keeps servers in folders that only an administrator's `PATH` has. */
export function onPath(command: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, command)).find((file) => existsSync(file));
}

function chromiumFrom(debianPackage: string): string {
  return process.platform === 'linux'
    ? `apt-get install ${debianPackage}`
    : 'npx playwright-core install chromium';
}
