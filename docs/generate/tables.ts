/** First line of a generated page, for people who open the file. */
export const GENERATED =
  '<!-- Written by `npm run docs:reference` from the sources. Change those instead. -->';

/** A Markdown table. Cells are Markdown on one line. */
export function writeMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const writeLine = (cells: readonly string[]) =>
    `| ${cells.map(escapeCell).join(' | ')} |`.replace(/ {2,}/g, ' ');
  return [writeLine(head), `|${head.map(() => '---|').join('')}`, ...rows.map(writeLine)].join('\n');
}

/** Markdown of one cell: no line breaks, and no bars that would end the cell. */
function escapeCell(cell: string): string {
  return cell.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** Text from a schema or a help text as Markdown: angle brackets would begin HTML. */
export function escapeMarkdown(text: string): string {
  return text.replace(/`[^`]*`|[<>]/g, (part) => (part === '<' ? '&lt;' : part === '>' ? '&gt;' : part));
}

export function formatCode(text: string): string {
  return `\`${text}\``;
}
