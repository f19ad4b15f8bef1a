import type { Element, ElementContent } from 'hast';
import { isDisplayed } from './formula-text.ts';
import { toText } from './properties.ts';

/**
 * Marks what is too wide for paper, which can't scroll. The style sheet for paper, `src/ui/theme/print.css`, makes
 * marked elements narrower and leaves others as they are: only here is it known how long words and formulas are.
 *
 * `<table data-wide="1 3">`: words in the first and the third column have to break.
 * `<math data-wide="2">`: the formula has to be smaller by two steps.
 * `<math data-wide="lines">`: the formula has to be broken into lines. With `lines 2`, its parts are too wide, too.
 * `<div data-wide="grid">`: the columns of a grid have widths of their own.
 */
function markAsWide(element: Element, ...marks: (string | number)[]): void {
  element.properties.dataWide = marks.join(' ');
}

/** Marks an element if its content is too wide. `style` is its own, as written. */
export function markIfWide(element: Element, style: string): void {
  if (element.tagName === 'table') markTable(element);
  else if (element.tagName === 'math') markFormula(element);
  else if (gridWithLengths.test(style)) markAsWide(element, 'grid');
}

const gridWithLengths = /(?<![\w-])grid(?:-template(?:-columns)?)?\s*:[^;]*\d(?:px|r?em|ch|pt|cm|mm|in)\b/i;

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
  markAsWide(table, ...widths.flatMap((width, index) => (width > share ? [index + 1] : [])));
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

/** A formula with fewer letters fits on A5 paper. */
const FORMULA_LETTERS = 60;
/** The space around an operator, in letters. */
const OPERATOR_SPACE_LETTERS = 0.8;
/** The size of a formula after a step, as a part of the size before it. */
const FORMULA_STEP = 0.75;
/** A formula that would need more steps is broken into lines. Its parts may need all steps that the style sheet has. */
const STEPS_IN_ONE_LINE = 2;
const STEPS_MAX = 6;

/** Marks a formula on a line of its own if it would be too wide. */
function markFormula(math: Element): void {
  if (!isDisplayed(math)) return;
  const steps = countSteps(measureFormula(math));
  if (steps <= 0) return;
  if (steps <= STEPS_IN_ONE_LINE) markAsWide(math, steps);
  else {
    const widestPart = Math.max(...listParts(math).map(measureFormula));
    const partSteps = Math.min(countSteps(widestPart), STEPS_MAX);
    markAsWide(math, 'lines', ...(partSteps > 0 ? [partSteps] : []));
  }
}

function countSteps(letters: number): number {
  return Math.ceil(Math.log(FORMULA_LETTERS / letters) / Math.log(FORMULA_STEP));
}

/** The parts between which a formula can be broken. */
function listParts(element: Element): Element[] {
  return listElements(element).flatMap((child) =>
    ['semantics', 'mrow', 'mstyle'].includes(child.tagName) ? listParts(child) : [child],
  );
}

/** The width of a part of MathML in letters: most parts are side by side, and some on top of each other. */
function measureFormula(node: ElementContent): number {
  if (node.type === 'text') return node.value.trim().length;
  if (node.type !== 'element' || node.tagName === 'annotation') return 0;
  const widths = node.children.map(measureFormula);
  const isStack = ['mfrac', 'mtable', 'munder', 'mover', 'munderover'].includes(node.tagName);
  if (isStack) return Math.max(0, ...widths);
  const space = node.tagName === 'mo' ? OPERATOR_SPACE_LETTERS : 0;
  return widths.reduce((sum, width) => sum + width, space);
}
