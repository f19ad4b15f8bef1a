import type { Element, ElementContent } from 'hast';
import { toText } from './properties.ts';
import { markFormula } from './wide-formulas.ts';

/**
 * Marks what is too wide for paper, which can't scroll. The style sheet for paper, `src/ui/theme/print.css`, makes
 * marked elements narrower and leaves others as they are: only here is it known how long words and formulas are.
 *
 * `<table data-wide="1 3">`: words in the first and the third column have to break.
 * `<math data-wide="lines">` and others: see `markFormula`.
 */
export function markIfWide(element: Element): void {
  if (element.tagName === 'table') markTable(element);
  else if (element.tagName === 'math') markFormula(element);
}

/**
 * Gives a drawing its own size as its `viewBox`. Without one, browsers cut it where there is less room. Returns whether
 * it had none.
 */
export function letDrawingShrink({ properties }: Element): boolean {
  const [width, height] = [properties.width, properties.height].map(
    (size) => /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(toText(size) ?? '')?.[1],
  );
  if (width === undefined || height === undefined || properties.viewBox !== undefined) return false;
  properties.viewBox = `0 0 ${width} ${height}`;
  return true;
}

/** The width of A5 paper in small letters of a table, with five columns and their space. */
const PAPER_LETTERS = 55;
/** The width of a capital letter, digit or underscore in small letters. */
const WIDE_LETTER = 1.4;
/** In tables with more columns, all words break, and letters are small. */
const COLUMNS_MAX = 6;

/** Marks the columns of a table whose long words have to break, if its columns would be too wide together. */
function markTable(table: Element): void {
  const widths = measureColumns(table);
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= PAPER_LETTERS || widths.length > COLUMNS_MAX) return;
  const share = PAPER_LETTERS / widths.length;
  const wideColumns = widths.flatMap((width, index) => (width > share ? [index + 1] : []));
  table.properties.dataWide = wideColumns.join(' ');
}

/** The width of the longest word in each column, in small letters. */
function measureColumns(table: Element): number[] {
  const widths: number[] = [];
  for (const row of listRows(table))
    for (const [index, cell] of listElements(row).filter(isCell).entries())
      widths[index] = Math.max(widths[index] ?? 0, measureLongestWord(cell));
  return widths;
}

/** The rows of a table, without those of tables in its cells. */
function listRows(element: Element): Element[] {
  return listElements(element)
    .filter((child) => !isCell(child))
    .flatMap((child) => (child.tagName === 'tr' ? [child] : listRows(child)));
}

function listElements({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element');
}

function isCell({ tagName }: Element): boolean {
  return tagName === 'td' || tagName === 'th';
}

function measureLongestWord(cell: Element): number {
  const words = readWords(cell).split(/[\s-]+/u);
  return Math.max(0, ...words.map(measureWord));
}

function measureWord(word: string): number {
  const wideLetters = word.match(/[\p{Lu}\p{N}_]/gu)?.length ?? 0;
  return word.length + wideLetters * (WIDE_LETTER - 1);
}

const separateParts = /^(?:p|li|br|td|th|tr|div|dt|dd|h[1-6]|pre|summary)$/;

/** The text of a cell on paper, where a link is followed by its address. Code has no words, because it breaks anyway. */
function readWords(node: ElementContent): string {
  // Lines can break at these characters, and before and after those of Chinese and Japanese.
  if (node.type === 'text')
    return node.value.replace(/[\u00ad\u200b\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' ');
  if (node.type !== 'element' || node.tagName === 'code') return ' ';
  const text = node.children.map(readWords).join('');
  if (separateParts.test(node.tagName)) return ` ${text} `;
  const address = node.tagName === 'a' ? (toText(node.properties.href) ?? '') : '';
  return address.startsWith('http') ? `${text} ${address}` : text;
}
