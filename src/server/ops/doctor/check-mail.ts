import { existsSync } from 'node:fs';
import { openStore } from '../../../accounts/store/store.ts';
import type { Environment } from '../../../config/environment.ts';
import { DAY_MS } from '../../../shared/duration.ts';
import { dataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { type Finding, findingOf } from './finding.ts';

const say = findingOf('mail');
const MINUTE_MS = 60_000;
/** A mail is tried again after a minute: one that waits for longer has been refused, or nothing runs that sends it. */
const LATE_MS = 5 * MINUTE_MS;
/** How long a mail that was given up counts as news. */
const GIVEN_UP_MS = 7 * DAY_MS;

/** Whether mail waits, or was given up. Nothing is asked of the mail server: the test e-mail does that. */
export async function checkMail(environment: Environment): Promise<Finding[]> {
  if (environment.SMTP_URL === undefined) return say('ok', 'No mail is sent: SMTP_URL names no mail server.');
  // Opening the store would make it.
  if (environment.DATABASE_URL === undefined && !existsSync(dataFile(environment, 'accounts'))) return [];
  try {
    const store = await openStore(environment);
    try {
      const now = Date.now();
      const { waiting, oldestAt = now, givenUp } = await store.mailState(now - GIVEN_UP_MS);
      return judge({ waiting, oldestMs: now - oldestAt, givenUp });
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

function judge({
  waiting,
  oldestMs,
  givenUp,
}: {
  waiting: number;
  oldestMs: number;
  givenUp: number;
}): Finding[] {
  const findings: Finding[] = [];
  if (waiting > 0 && oldestMs >= LATE_MS)
    findings.push(
      ...say(
        'warn',
        `${waiting} mails wait to be sent, the oldest for ${Math.floor(oldestMs / MINUTE_MS)} minutes.`,
        'Send a test e-mail on /admin/health: it shows what the mail server answers. Each mail is tried for 72 hours.',
      ),
    );
  if (givenUp > 0)
    findings.push(
      ...say(
        'warn',
        `${givenUp} mails were given up in the last seven days.`,
        'The audit log says whose they were and why: look for "mail-given-up" on /admin/audit.',
      ),
    );
  return findings.length > 0
    ? findings
    : say('ok', 'No mail waits, and none was given up in the last seven days.');
}
