import { existsSync } from 'node:fs';
import { findSmtpFault } from '../../../accounts/mail/smtp.ts';
import { openStore } from '../../../accounts/store/store.ts';
import type { Environment } from '../../../config/environment.ts';
import { english, type Texts } from '../../../config/texts.ts';
import { DAY_MS } from '../../../shared/duration.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { formatPlural } from '../../../shared/plural.ts';
import { locateDataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { accountsFile } from '../../../storage/tables.ts';
import { createReporter, type Finding } from './finding.ts';

const report = createReporter('mail');
const MINUTE_MS = 60_000;
/** Sending is retried after a minute. A mail that waits longer was rejected, or no server is running that sends it. */
const LATE_MS = 5 * MINUTE_MS;
/** How far back failed mails are reported. */
const GIVEN_UP_MS = 7 * DAY_MS;

interface MailCheck {
  texts?: Texts;
  /** Whether administrators can read the audit log, which has the recipients of failed mails. */
  hasAuditLog: boolean;
}

/** Connects to the mail server as a delivery does, and reports mails that wait or have failed. */
export async function checkMail(
  environment: Environment,
  { texts = english, hasAuditLog }: MailCheck,
): Promise<Finding[]> {
  if (environment.SMTP_URL === undefined) return report('ok', texts.findNoMail);
  return [
    ...(await checkMailServer(environment.SMTP_URL, texts)),
    ...(await checkDeliveries(environment, { texts, hasAuditLog })),
  ];
}

/** Without this check, a wrong password shows only after a mail has waited, when a reader already misses it. */
async function checkMailServer(url: string, texts: Texts): Promise<Finding[]> {
  const { host } = new URL(url);
  const reason = await findSmtpFault({ url });
  return reason === undefined
    ? report('ok', fillText(texts.findMailServer, { host }))
    : report('warn', fillText(texts.findMailServerFault, { host, reason }), texts.findMailServerTodo);
}

async function checkDeliveries(environment: Environment, options: Required<MailCheck>): Promise<Finding[]> {
  // Opening the store would create it.
  if (environment.DATABASE_URL === undefined && !existsSync(locateDataFile(environment, accountsFile)))
    return [];
  try {
    const store = await openStore(environment);
    try {
      const now = Date.now();
      const { waiting, oldestAt = now, givenUp } = await store.readMailState(now - GIVEN_UP_MS);
      return assessMail({ waiting, oldestMs: now - oldestAt, givenUp }, options);
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

function assessMail(
  { waiting, oldestMs, givenUp }: { waiting: number; oldestMs: number; givenUp: number },
  { texts, hasAuditLog }: Required<MailCheck>,
): Finding[] {
  const findings: Finding[] = [];
  if (waiting > 0 && oldestMs >= LATE_MS)
    findings.push(
      ...report(
        'warn',
        `${formatPlural(texts.findMailWaiting, waiting, texts.findingsLanguage)} ${formatPlural(texts.findMailOldest, Math.floor(oldestMs / MINUTE_MS), texts.findingsLanguage)}`,
        texts.findMailWaitingTodo,
      ),
    );
  if (givenUp > 0)
    findings.push(
      ...report(
        'warn',
        formatPlural(texts.findMailLost, givenUp, texts.findingsLanguage),
        hasAuditLog ? texts.findMailLostTodo : texts.findMailLostTodoInLog,
      ),
    );
  return findings.length > 0 ? findings : report('ok', texts.findMailSent);
}
