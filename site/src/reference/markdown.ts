import { livePart } from 'gatehouse/sections';

/** Words of the data in MDX: braces and angle brackets count outside code. */
export function formatProse(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[{<]/g, '\\$&')))
    .join('');
}

/** Inline code, also where the text holds a backtick. */
export function formatCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The id is in a comment: in MDX, braces are code. */
export function formatHeading(level: number, text: string, id: string): string {
  return `${'#'.repeat(level)} ${formatProse(text)} {/* #${id} */}`;
}

export function formatFence(language: string, text: string, title?: string): string {
  const ticks = text.includes('```') ? '````' : '```';
  return `${ticks}${language}${title === undefined ? '' : ` title="${title}"`}\n${text}\n${ticks}`;
}

/** The head of a column, and what a row has in it, as Markdown. */
type Column<Row> = readonly [head: string, cell: (row: Row) => string];

/** Nothing without rows. */
export function formatMarkdownTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [
    line(columns.map(([head]) => head)),
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');
}

/** A bar ends a cell, in code as well; a line break would end the row. */
function escapeCell(text: string): string {
  return text.replace(/\n/g, ' ').replace(/\\?\|/g, '\\|');
}

/**
 * Formats a sample in several languages, each in a tab. The whole page shows the same language. Markdown copies of the
 * page contain only the first one.
 */
export function formatTabs(panels: readonly { value: string; label: string; content: string }[]): string {
  const [first] = panels;
  if (!first) return '';
  const items = panels.map(({ value, label }) => ({ value, label }));
  const props = { items, selected: first.value, groupId: 'lang', tabInCopies: first.value };
  return livePart(
    'Tabs',
    props,
    panels.map(({ content }) => content),
  );
}

export function formatDetails(summary: string, content: string): string {
  return `<details>\n<summary>${formatProse(summary)}</summary>\n\n${content}\n\n</details>`;
}

/** Blocks of Markdown, the empty ones left out. */
export function joinBlocks(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

export function formatBullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** `a`, `a or b`, `a, b or c` */
export function joinWords(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

export function capitalize(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function lowerFirst(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
