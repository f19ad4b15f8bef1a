import { statSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../../../config/constants.ts';
import { english, type Texts } from '../../../config/texts.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { createReporter, type Finding } from './finding.ts';

/** A time that is certainly in the past. */
const EARLIEST_TIME = Date.UTC(2026, 0, 1);
const TOLERATED_MS = 60_000;

const report = createReporter('clock');

/**
 * Checks the clock. If it's slow, sessions last too long and tokens of identity providers are rejected. This machine
 * can't know the right time, but a build from the future shows that the clock is wrong.
 */
export function checkClock(dist: string, now: number = Date.now(), texts: Texts = english): Finding[] {
  const todo = texts.findClockTodo;
  const publishedAt = statSync(path.join(dist, MANIFEST_FILE), { throwIfNoEntry: false })?.mtimeMs;
  const message = fillText(texts.findClock, { time: formatTime(now, texts) });
  if (now < EARLIEST_TIME) return report('fail', message, todo);
  if (publishedAt !== undefined && publishedAt > now + TOLERATED_MS)
    return report('warn', fillText(texts.findClockSlow, { time: formatTime(publishedAt, texts) }), todo);
  return report('ok', message);
}

function formatTime(time: number, { findingsLanguage }: Texts): string {
  return new Intl.DateTimeFormat(findingsLanguage, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(time);
}
