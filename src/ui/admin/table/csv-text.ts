export type Cell = string | number | boolean | null;

/**
 * RFC 4180, with the mark by which spreadsheets know UTF-8. What they would take for a formula begins with an
 * apostrophe: readers write comments and searches, and a file must not act.
 */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(cellText).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cellText(cell: Cell): string {
  const text = String(cell ?? '');
  const harmless = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
