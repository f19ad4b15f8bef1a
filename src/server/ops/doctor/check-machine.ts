import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../config/environment.ts';
import { callOf } from '../../../shared/call-of.ts';
import type { Finding } from './finding.ts';

const NODE_MAJOR = 24;

export function checkNode(version: string = process.versions.node): Finding[] {
  const message = `This is Node ${version}.`;
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return [{ check: 'node', state: 'ok', message }];
  const todo = `Use Node ${NODE_MAJOR} or newer: "${callOf('doctor')}" brings its own.`;
  return [{ check: 'node', state: 'fail', message, todo }];
}

/** What is written while the site is served: the data, and nothing else. */
export function checkFolders({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, dist: string): Finding[] {
  const data = writable(nearestExisting(path.resolve(DATA_DIR)));
  const findings: Finding[] = [
    data
      ? { check: 'folders', state: 'ok', message: `${DATA_DIR} can be written.` }
      : {
          check: 'folders',
          state: 'fail',
          message: `${DATA_DIR} cannot be written.`,
          todo: 'Give it to the user of the site, or set DATA_DIR to a folder of theirs.',
        },
  ];
  if (!writable(nearestExisting(dist)))
    findings.push({
      check: 'folders',
      state: 'ok',
      message: `${dist} cannot be written: "${callOf('serve')}" serves it, and "${callOf('start')}" could not build it.`,
    });
  return findings;
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : nearestExisting(path.dirname(folder));
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** Each reader's browser holds a connection or two, and each a file. */
const FILES_MIN = 4_096;

/** `limits`: as `/proc/self/limits` has it; without one nothing is known. */
export function checkLimits(limits: string | undefined = readLimits()): Finding[] {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '') ?? [];
  if (soft === undefined)
    return [
      { check: 'limits', state: 'ok', message: 'How many files may be open is not known on this system.' },
    ];
  const message = `${soft} files and connections may be open at once.`;
  if (soft === 'unlimited' || Number(soft) >= FILES_MIN) return [{ check: 'limits', state: 'ok', message }];
  const todo =
    'Raise it: LimitNOFILE=65536 in the systemd unit, "ulimits" in the compose file, "ulimit -n" in a shell.';
  return [{ check: 'limits', state: 'warn', message, todo }];
}

function readLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
}
