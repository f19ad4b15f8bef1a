import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../../config/environment.ts';
import { english, type Texts } from '../../../config/texts.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { readTextIfPresent } from '../../../shared/if-present.ts';
import { createReporter, type Finding } from './finding.ts';

const NODE_MAJOR = 24;

/** Checks whether the version of Node is supported. */
export function checkNode(version: string = process.versions.node, texts: Texts = english): Finding[] {
  const report = createReporter('node');
  const message = fillText(texts.findNode, { version });
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return report('ok', message);
  return report(
    'fail',
    message,
    fillText(texts.findNodeTodo, { min: NODE_MAJOR, command: formatCommand('doctor') }),
  );
}

/** Checks which folders are writable. Serving a site needs to write to the data folder only. */
export function checkFolders(
  { DATA_DIR }: Pick<Environment, 'DATA_DIR'>,
  dist: string,
  texts: Texts = english,
): Finding[] {
  const report = createReporter('folders');
  const commands = { serve: formatCommand('serve'), start: formatCommand('start') };
  return [
    ...(isWritable(findNearestExisting(path.resolve(DATA_DIR)))
      ? report('ok', fillText(texts.findWritable, { folder: DATA_DIR }))
      : report('fail', fillText(texts.findUnwritable, { folder: DATA_DIR }), texts.findUnwritableTodo)),
    ...(isWritable(findNearestExisting(dist))
      ? []
      : report('ok', fillText(texts.findBuildFolderFixed, { folder: dist, ...commands }))),
  ];
}

function findNearestExisting(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : findNearestExisting(path.dirname(folder));
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
export function checkLimits(
  limits: string | undefined = readTextIfPresent('/proc/self/limits'),
  texts: Texts = english,
): Finding[] {
  const report = createReporter('limits');
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '') ?? [];
  if (soft === undefined) return report('ok', texts.findLimitUnknown);
  const max = soft === 'unlimited' ? soft : Number(soft).toLocaleString(texts.findingsLanguage);
  const message = fillText(texts.findLimit, { max });
  if (soft === 'unlimited' || Number(soft) >= FILES_MIN) return report('ok', message);
  return report('warn', message, texts.findLimitTodo);
}
