import { statSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../../../config/constants.ts';
import { type Finding, findingOf } from './finding.ts';

/** Of which this program knows that it has passed. */
const WRITTEN = Date.UTC(2026, 0, 1);
const TOLERATED_MS = 60_000;

const say = findingOf('clock');

/**
 * A clock that is behind lets sessions live too long and refuses tokens of identity providers; nothing on this machine
 * knows the right time, but files from the future give a wrong one away.
 */
export function checkClock(dist: string, now: number = Date.now()): Finding[] {
  const todo = 'Set the clock, and keep it right by NTP (timedatectl set-ntp true).';
  const written = statSync(path.join(dist, MANIFEST_FILE), { throwIfNoEntry: false })?.mtimeMs;
  const message = `The clock says ${new Date(now).toISOString()}.`;
  if (now < WRITTEN) return say('fail', message, todo);
  if (written !== undefined && written > now + TOLERATED_MS)
    return say('warn', `The build was published in the future (${new Date(written).toISOString()}).`, todo);
  return say('ok', message);
}
