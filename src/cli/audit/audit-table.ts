import type { AuditEntry } from '../../identity/audit.ts';

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
  const all = [['TIME', 'EVENT', 'ACCOUNT', 'BY', 'FROM', 'DETAIL'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
