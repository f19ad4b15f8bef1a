import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../config/environment.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { textIfPresent } from '../../../shared/if-present.ts';
import { createReporter, type Finding } from './finding.ts';

const NODE_MAJOR = 24;

/** Checks whether the version of Node is supported. */
export function checkNode(version: string = process.versions.node): Finding[] {
  const report = createReporter('node');
  const message = `Running on Node ${version}.`;
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return report('ok', message);
  return report(
    'fail',
    message,
    `Use Node ${NODE_MAJOR} or newer. "${formatCommand('doctor')}" uses its own.`,
  );
}

/** Checks which folders are writable. Serving a site needs to write to the data folder only. */
export function checkFolders({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, dist: string): Finding[] {
  const report = createReporter('folders');
  const permissionAdvice =
    'Make it writable for the user that runs the server, or set DATA_DIR to another folder.';
  const servedOnlyNote = `"${formatCommand('serve')}" works, but "${formatCommand('start')}" can't build into it.`;
  return [
    ...(isWritable(nearestExisting(path.resolve(DATA_DIR)))
      ? report('ok', `${DATA_DIR} is writable.`)
      : report('fail', `${DATA_DIR} is not writable.`, permissionAdvice)),
    ...(isWritable(nearestExisting(dist)) ? [] : report('ok', `${dist} is read-only: ${servedOnlyNote}`)),
  ];
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : nearestExisting(path.dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** The browser of each reader keeps one or two connections open, and each uses a file descriptor. */
const FILES_MIN = 4_096;

/** Checks the limit of open files. `limits` has the format of `/proc/self/limits`. */
export function checkLimits(limits: string | undefined = textIfPresent('/proc/self/limits')): Finding[] {
  const report = createReporter('limits');
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '') ?? [];
  if (soft === undefined) return report('ok', 'The limit of open files is unknown on this system.');
  const message = `The limit of open files and connections is ${soft}.`;
  if (soft === 'unlimited' || Number(soft) >= FILES_MIN) return report('ok', message);
  const todo =
    'Raise it: LimitNOFILE=65536 in the systemd unit, "ulimits" in the compose file, "ulimit -n" in a shell.';
  return report('warn', message, todo);
}
