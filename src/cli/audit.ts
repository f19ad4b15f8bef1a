import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { normaliseEmail } from '../accounts/account.ts';
import type { AuditEntry } from '../accounts/audit.ts';
import { openStore } from '../accounts/store/store.ts';
import type { Environment } from '../config/environment.ts';
import { dataFile } from '../storage/open-database.ts';
import { auditTable } from './audit/audit-table.ts';
import { type Answer, type Parsed, runProgram } from './command.ts';

const DAY_MS = 86_400_000;

const usage = `Who signed in, and who changed which account. Works while the server runs.

  npm run audit -- [--days <number>] [--account <e-mail>] [--json]

Shows the last 7 days unless told otherwise, oldest first. Entries are kept for AUDIT_DAYS (180).
Exit code: 0 done, 1 not done, 2 misused.`;

interface Wanted {
  days: number;
  email: string | undefined;
  json: boolean;
}

function parse(args: readonly string[]): Parsed<Wanted> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: 'string', default: '7' },
      account: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const days = Number(values.days);
  if (!(Number.isInteger(days) && days > 0)) return { fault: '--days must be a whole number above 0.' };
  const { account } = values;
  return { command: { days, email: account && (normaliseEmail(account) ?? account), json: values.json } };
}

async function run(wanted: Wanted, environment: Environment): Promise<Answer> {
  const file = dataFile(environment, 'accounts');
  if (environment.DATABASE_URL === undefined && !existsSync(file)) {
    return { exitCode: 1, err: `There is no ${file}: check DATA_DIR.` };
  }
  const store = await openStore(environment);
  try {
    return { exitCode: 0, out: shown(await store.auditSince(Date.now() - wanted.days * DAY_MS), wanted) };
  } finally {
    await store.close();
  }
}

function shown(all: AuditEntry[], { email, json }: Wanted): string {
  const entries = all.filter((entry) => email === undefined || entry.email === email || entry.by === email);
  return json
    ? JSON.stringify(
        entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
        null,
        2,
      )
    : auditTable(entries);
}

await runProgram({ usage, parse, run });
