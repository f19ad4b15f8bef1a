import { normaliseEmail } from '../../accounts/account.ts';
import type { AuditEntry } from '../../accounts/store/audit-store.ts';
import { openStore } from '../../accounts/store/store.ts';
import { defineCommand, rejectSurplus, succeed, withStore } from '../../command/define-command.ts';
import { formatCount, formatJson, formatTable } from '../../command/terminal-text.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { accountsFile } from '../../storage/tables.ts';

interface AuditInput {
  days: number;
  email: string | undefined;
  json: boolean;
}

export const command = defineCommand({
  help: `Shows sign-ins and changes to accounts, oldest first. You can run it while the server runs. An action on
many accounts is one line with their number. --account and --json show each account.

  {call} [--days <number>] [--account <email>] [--json]

  --days      Number of days to show. Default: 7. Entries are stored for AUDIT_DAYS (180).
  --account   Only entries about this account or caused by it.
  --json      Print JSON.

Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: {
    days: { type: 'string', default: '7' },
    account: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  parse(positionals, { days: daysText, account, json }) {
    const days = Number(daysText);
    if (!(Number.isInteger(days) && days > 0)) return { misuse: '--days must be a whole number above 0.' };
    const email = account === undefined ? undefined : (normaliseEmail(account) ?? account);
    return rejectSurplus(positionals) ?? { input: { days, email, json } };
  },
  run: (input, environment) =>
    withStore(environment, { file: accountsFile, open: openStore }, async (store) =>
      succeed(formatEntries(await store.listAuditSince(Date.now() - input.days * DAY_MS), input)),
    ),
});

function formatEntries(allEntries: AuditEntry[], { email, json, days }: AuditInput): string {
  const entries = allEntries.filter(
    (entry) => email === undefined || entry.email === email || entry.by === email,
  );
  if (json) return formatJson(entries.map((entry) => toIsoTimes(entry, 'at')));
  if (entries.length > 0) return formatAuditTable(joinActions(entries));
  const about = email === undefined ? '' : ` for ${email}`;
  return `No audit entries${about} in the last ${formatCount(days, 'day')}. Use --days to look further back.`;
}

/** Joins the entries of one action, as `readAuditActions` does. */
function joinActions(entries: readonly AuditEntry[]): AuditEntry[] {
  const actions = Map.groupBy(entries, ({ at, event, by, from }, index) =>
    JSON.stringify(by === null ? index : [at, event, by, from]),
  );
  return [...actions.values()].flatMap((action) => {
    const [first] = action;
    if (first === undefined || action.length === 1) return action;
    const isSameDetail = action.every(({ detail }) => detail === first.detail);
    return [
      { ...first, email: formatCount(action.length, 'account'), detail: isSameDetail ? first.detail : null },
    ];
  });
}

function formatAuditTable(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, event, email, by, from, detail }) => [
    new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
    event,
    email ?? '-',
    by ?? '-',
    from ?? '-',
    detail ?? '',
  ]);
  return formatTable([['Time', 'Event', 'Account', 'By', 'From', 'Detail'], ...rows]);
}
