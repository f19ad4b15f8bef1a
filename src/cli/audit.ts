import { normaliseEmail } from '../accounts/account.ts';
import type { AuditEntry } from '../accounts/store/audit-store.ts';
import { openStore } from '../accounts/store/store.ts';
import { DAY_MS } from '../shared/duration.ts';
import { isoTimes } from '../shared/iso-times.ts';
import { defineCommand, done, noMore, withStore } from './command.ts';
import { inColumns, jsonText } from './terminal-text.ts';

interface Wanted {
  days: number;
  email: string | undefined;
  json: boolean;
}

export const command = defineCommand({
  help: `Who signed in, and who changed which account. Works while the server runs.

  {call} [--days <number>] [--account <e-mail>] [--json]

Shows the last 7 days unless told otherwise, oldest first. Entries are kept for AUDIT_DAYS (180).
Exit code: 0 done, 1 not done, 2 misused.`,
  options: {
    days: { type: 'string', default: '7' },
    account: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  parse(positionals, { days: text, account, json }) {
    const days = Number(text);
    if (!(Number.isInteger(days) && days > 0)) return { fault: '--days must be a whole number above 0.' };
    const email = account === undefined ? undefined : (normaliseEmail(account) ?? account);
    return noMore(positionals) ?? { wanted: { days, email, json } };
  },
  run: (wanted, environment) =>
    withStore(environment, { content: 'accounts', open: openStore }, async (store) =>
      done(shown(await store.auditSince(Date.now() - wanted.days * DAY_MS), wanted)),
    ),
});

function shown(all: AuditEntry[], { email, json }: Wanted): string {
  const entries = all.filter((entry) => email === undefined || entry.email === email || entry.by === email);
  return json ? jsonText(entries.map((entry) => isoTimes(entry, 'at'))) : auditTable(entries);
}

/** One line for each entry, in columns as wide as they need to be. */
function auditTable(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, event, email, by, from, detail }) => [
    new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
    event,
    email ?? '-',
    by ?? '-',
    from ?? '-',
    detail ?? '',
  ]);
  return inColumns([['TIME', 'EVENT', 'ACCOUNT', 'BY', 'FROM', 'DETAIL'], ...rows]);
}
