import { existsSync } from 'node:fs';
import type { Environment } from '../../config/environment.ts';
import { createReporter, type Finding } from '../../server/ops/doctor/finding.ts';
import { fillText } from '../../shared/fill-text.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { locateDataFile, openDatabase } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import type en from './messages/en.json';
import { readModelApi } from './model-api.ts';
import { usageFile } from './usage-file.ts';
import { createUsageStore, type Usage } from './usage-store.ts';

const report = createReporter('written-answers');

const REPORTED_DAYS = 30;
/** A larger share of failures isn't a coincidence. */
const FAILED_MAX_SHARE = 0.2;

/** Reports where questions are sent, what the last 30 days cost, and whether the daily limit is near. */
export async function checkWrittenAnswers(
  environment: Environment,
  { texts }: { texts: typeof en.findings },
): Promise<Finding[]> {
  const api = readModelApi(environment);
  if (api === undefined) return [];
  const { host, hostname, protocol } = new URL(api.url);
  const [today, recent] = await readUsage(environment);
  const cost = fillText(texts.findWrittenAnswers, {
    host,
    model: api.model,
    today: today.requests,
    max: environment.ANSWERS_PER_DAY,
    days: REPORTED_DAYS,
    count: recent.requests,
    tokens: recent.promptTokens + recent.completionTokens,
    struck: recent.struck,
  });
  if (protocol === 'http:' && environment.ANSWERS_KEY !== undefined && !isLoopback(hostname))
    return report('warn', `${cost} ${texts.findAnswersUnencrypted}`, texts.findAnswersUnencryptedTodo);
  if (recent.requests > 0 && recent.failed / recent.requests > FAILED_MAX_SHARE)
    return report(
      'warn',
      `${cost} ${fillText(texts.findAnswersFailed, { count: recent.failed })}`,
      texts.findAnswersFailedTodo,
    );
  if (today.requests >= environment.ANSWERS_PER_DAY) return report('warn', cost, texts.findAnswersLimitTodo);
  return report('ok', cost);
}

async function readUsage(environment: Environment): Promise<[today: Usage, recent: Usage]> {
  const none = { requests: 0, answered: 0, failed: 0, struck: 0, promptTokens: 0, completionTokens: 0 };
  // Opening the file would create it.
  if (environment.DATABASE_URL === undefined && !existsSync(locateDataFile(environment, usageFile)))
    return [none, none];
  try {
    const database = await openDatabase(environment, usageFile);
    try {
      const store = createUsageStore(database);
      const now = Date.now();
      return [await store.sum(1, now), await store.sum(REPORTED_DAYS, now)];
    } finally {
      await database.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [none, none];
    throw error;
  }
}
