/** Formats the rows of a table as lines of text. Each column is as wide as its longest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Makes text that a user typed safe to print: one line, and no control characters that a terminal would obey. */
export function toPrintable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '\ufffd');
}

/** Formats a value for programs that read the output. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** `2026-03-09T09:12Z`, or `never`. */
export function formatMinute(time: number | null): string {
  return time === null ? 'never' : new Date(time).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
}

const integerFormat = new Intl.NumberFormat('en');

/** `1,234`. */
export const formatInteger = (count: number): string => integerFormat.format(count);

/** `1 page`, `1,234 pages`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatInteger(count)} ${count === 1 ? noun : plural}`;
}
