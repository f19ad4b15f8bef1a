import type { AuditEntry } from '../../accounts/audit.ts';
import { inColumns } from '../columns.ts';

/** One line for each entry, in columns as wide as they need to be. */
export function auditTable(entries: readonly AuditEntry[]): string {
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
