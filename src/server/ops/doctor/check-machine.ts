import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../config/environment.ts';
import { callOf } from '../../../shared/call-of.ts';
import { textIfPresent } from '../../../shared/if-present.ts';
import { type Finding, findingOf } from './finding.ts';

const NODE_MAJOR = 24;

export function checkNode(version: string = process.versions.node): Finding[] {
  const say = findingOf('node');
  const message = `This is Node ${version}.`;
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return say('ok', message);
  return say('fail', message, `Use Node ${NODE_MAJOR} or newer: "${callOf('doctor')}" brings its own.`);
}

/** What is written while the site is served: the data, and nothing else. */
export function checkFolders({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, dist: string): Finding[] {
  const say = findingOf('folders');
  const theirs = 'Give it to the user of the site, or set DATA_DIR to a folder of theirs.';
  const served = `"${callOf('serve')}" serves it, and "${callOf('start')}" could not build it.`;
  return [
    ...(writable(nearestExisting(path.resolve(DATA_DIR)))
      ? say('ok', `${DATA_DIR} can be written.`)
      : say('fail', `${DATA_DIR} cannot be written.`, theirs)),
    ...(writable(nearestExisting(dist)) ? [] : say('ok', `${dist} cannot be written: ${served}`)),
  ];
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
export function checkLimits(limits: string | undefined = textIfPresent('/proc/self/limits')): Finding[] {
  const say = findingOf('limits');
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '') ?? [];
  if (soft === undefined) return say('ok', 'How many files may be open is not known on this system.');
  const message = `${soft} files and connections may be open at once.`;
  if (soft === 'unlimited' || Number(soft) >= FILES_MIN) return say('ok', message);
  const todo =
    'Raise it: LimitNOFILE=65536 in the systemd unit, "ulimits" in the compose file, "ulimit -n" in a shell.';
  return say('warn', message, todo);
}
