import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../content/problem.ts';
import type { AuditEntry } from '../identity/audit.ts';
import { normaliseEmail } from '../identity/emails.ts';
import { accountsFile, openStore } from '../identity/open-store.ts';
import { StoreError } from '../identity/store-error.ts';
import { auditTable } from './audit/audit-table.ts';
import type { Answer } from './users/run-command.ts';

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

function parse(args: string[]): Wanted | { fault: string } {
  try {
    const options = {
      days: { type: 'string', default: '7' },
      account: { type: 'string' },
      json: { type: 'boolean', default: false },
    } as const;
    const { values } = parseArgs({ args, options });
    const days = Number(values.days);
    if (!(Number.isInteger(days) && days > 0)) return { fault: '--days must be a whole number above 0.' };
    const { account } = values;
    return { days, email: account && (normaliseEmail(account) ?? account), json: values.json };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { fault: `${error.message.replace(/\. .*$/s, '').replace(/\.$/, '')}.` };
  }
}

async function main(args: string[]): Promise<Answer> {
  if (args.includes('--help') || args.includes('-h')) return { exitCode: 0, out: usage };
  const wanted = parse(args);
  if ('fault' in wanted) return { exitCode: 2, err: `${wanted.fault}\n\n${usage}` };
  const { environment, problems } = readEnvironment(process.env);
  if (environment === undefined) return { exitCode: 1, err: problems.map(formatProblem).join('\n') };
  const file = accountsFile(environment);
  if (environment.DATABASE_URL === undefined && !existsSync(file)) {
    return { exitCode: 1, err: `There is no ${file}: check DATA_DIR.` };
  }
  try {
    const store = await openStore(environment);
    try {
      return { exitCode: 0, out: shown(await store.auditSince(Date.now() - wanted.days * DAY_MS), wanted) };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { exitCode: 1, err: error.message };
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

const { exitCode, out, err } = await main(process.argv.slice(2));
if (err !== undefined) console.error(err);
if (out !== undefined) console.log(out);
process.exitCode = exitCode;
