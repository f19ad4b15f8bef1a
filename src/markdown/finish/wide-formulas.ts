import type { Element, ElementContent } from 'hast';
import { isDisplayed } from './formula-text.ts';

/** A formula with fewer letters fits on A5 paper. */
const FORMULA_LETTERS = 60;
/** A row in a broken formula stays whole if it has fewer letters. */
const ROW_LETTERS = 20;
/** The space around an operator, and between two columns, in letters. */
const OPERATOR_SPACE_LETTERS = 0.8;
const COLUMN_SPACE_LETTERS = 2;
/** The size of a formula after a step, as a part of the size before it. */
const FORMULA_STEP = 0.75;
/** A formula or part that would need more steps is broken into lines. */
const STEPS_IN_ONE_LINE = 2;
/** The style sheet has no more. Only parts that can't be broken need them. */
const STEPS_MAX = 6;

/**
 * Marks a formula on a line of its own if it would be too wide for paper.
 *
 * `<math data-wide="2">`: the formula has to be smaller by two steps.
 * `<math data-wide="lines">`: the formula has to be broken into lines. With `lines 2`, its parts are too wide, too.
 * `<mrow data-wide="broken">`: the parts of this row are in these lines. In a fraction, a root, a table or an
 * accent with this mark, rows are broken in their own place.
 * `<mtable data-wide="cells">`: the table has more columns than fit, so its rows are broken between cells.
 */
export function markFormula(math: Element): void {
  if (!isDisplayed(math)) return;
  const steps = countSteps(measureFormula(math));
  if (steps <= 0) return;
  if (steps <= STEPS_IN_ONE_LINE) {
    math.properties.dataWide = `${steps}`;
    return;
  }
  const widestPart = Math.max(...listElements(math).map(breakRows));
  const isBrokenEnough = countSteps(widestPart) <= STEPS_IN_ONE_LINE;
  const widestRest = isBrokenEnough
    ? widestPart
    : Math.max(...listElements(math).map((part) => breakPart(part, FORMULA_LETTERS)));
  const partSteps = Math.min(countSteps(widestRest), STEPS_MAX);
  math.properties.dataWide = partSteps > 0 ? `lines ${partSteps}` : 'lines';
}

function countSteps(letters: number): number {
  return Math.ceil(Math.log(FORMULA_LETTERS / letters) / Math.log(FORMULA_STEP));
}

const rowTags: ReadonlySet<string> = new Set([
  'semantics',
  'mrow',
  'mstyle',
  'mpadded',
  'menclose',
  'merror',
]);
const tokenTags: ReadonlySet<string> = new Set(['mi', 'mn', 'ms', 'mtext']);
const stackTags: ReadonlySet<string> = new Set(['mfrac', 'munder', 'mover', 'munderover']);
/** Parts whose first element can be broken. */
const scriptTags: ReadonlySet<string> = new Set(['msub', 'msup', 'msubsup', 'mroot']);

function markAsBroken(element: Element): void {
  element.properties.dataWide = 'broken';
}

/** Breaks a part between the parts of its rows. Returns the width of the widest one that stays whole, in letters. */
function breakRows(element: Element): number {
  const width = measureFormula(element);
  if (!rowTags.has(element.tagName) || width <= ROW_LETTERS) return width;
  markAsBroken(element);
  return Math.max(0, ...listElements(element).map(breakRows));
}

/**
 * Breaks a part wherever it can be broken, if it has more letters than this. Returns the width of the widest part that
 * stays whole.
 */
function breakPart(element: Element, letters: number): number {
  const width = measureFormula(element);
  const { tagName } = element;
  if (rowTags.has(tagName) || tagName === 'mtd' || tagName === 'msqrt') {
    if (width <= Math.min(letters, ROW_LETTERS)) return width;
    markAsBroken(element);
    return Math.max(0, ...listElements(element).map((part) => breakPart(part, letters)));
  }
  if (width <= letters) return width;
  if (tagName === 'mtable') return breakTable(element, letters);
  if (tokenTags.has(tagName)) {
    markAsBroken(element);
    return 1;
  }
  if (stackTags.has(tagName)) {
    markAsBroken(element);
    return Math.max(0, ...listElements(element).map((part) => breakPart(part, letters)));
  }
  if (scriptTags.has(tagName)) {
    markAsBroken(element);
    const [base, ...scripts] = listElements(element);
    return Math.max(base ? breakPart(base, letters) : 0, ...scripts.map(measureFormula));
  }
  return width;
}

/** Breaks the cells of a table into lines, or if it has too many columns, its rows. */
function breakTable(table: Element, letters: number): number {
  const rows = listElements(table).map(listElements);
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const room = letters - columns * COLUMN_SPACE_LETTERS;
  if (room / columns < COLUMN_SPACE_LETTERS) {
    table.properties.dataWide = 'cells';
    return Math.max(0, ...rows.flat().map((cell) => breakPart(cell, letters)));
  }
  markAsBroken(table);
  const widths: number[] = [];
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      widths[index] = Math.max(widths[index] ?? 0, breakPart(cell, room / columns));
  return widths.reduce((sum, width) => sum + width + COLUMN_SPACE_LETTERS, 0);
}

function listElements({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element' && child.tagName !== 'annotation') as Element[];
}

/** The width of a part of MathML in letters: most parts are side by side, and some on top of each other. */
function measureFormula(node: ElementContent): number {
  if (node.type === 'text') return node.value.trim().length;
  if (node.type !== 'element' || node.tagName === 'annotation') return 0;
  const widths = node.children.map(measureFormula);
  if (stackTags.has(node.tagName) || node.tagName === 'mtable') return Math.max(0, ...widths);
  const spaces: Readonly<Record<string, number>> = { mo: OPERATOR_SPACE_LETTERS, mtd: COLUMN_SPACE_LETTERS };
  return widths.reduce((sum, width) => sum + width, spaces[node.tagName] ?? 0);
}
