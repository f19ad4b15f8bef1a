/** Rows of a table as lines of text, in columns as wide as they need to be. */
export function inColumns(rows: readonly (readonly string[])[]): string {
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

/** Whatever somebody typed, on one line: no control character of it reaches the terminal. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '\ufffd');
}

/** For programs. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** `2026-03-09T09:12Z`, or that it never was. */
export function minuteOf(time: number | null): string {
  return time === null ? 'never' : new Date(time).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
}
