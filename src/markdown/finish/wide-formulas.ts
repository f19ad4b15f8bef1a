import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findNode } from '../tree/visit.ts';
import { isDisplayed } from './formula-text.ts';
import { createHtmlElement, isElement, toText } from './properties.ts';

/** A formula or a part with fewer letters fits on A5 paper. */
const FORMULA_LETTERS = 50;
/** A wider formula stays in one line if it has fewer letters. It is smaller, but people can read it. */
const ONE_LINE_LETTERS = 100;
/** A row in a broken formula stays whole if it has fewer letters. */
const ROW_LETTERS = 20;
/** A formula in a line of text stays whole if it has fewer letters, which fit on a phone. */
const INLINE_LETTERS = 25;
/** The space around an operator, and between two columns, in letters. */
const OPERATOR_SPACE_LETTERS = 0.8;
const COLUMN_SPACE_LETTERS = 2;

/**
 * Marks a formula if it would be too wide: on a line of its own for paper, and in a line of text for phones.
 *
 * `<math data-wide="inline">`: the formula is in a line of text, and lines break in it as in the text.
 * `<math data-wide="whole" style="--letters:90">`: the formula has to be so small that 90 letters fit.
 * `<math data-wide="lines">`: the formula has to be broken into lines. `--letters` is the width of its widest part that
 * can't be broken, if it is too wide, too. `--letters-between` is that of its widest child, for browsers that only
 * break lines between the children of a formula.
 * `<mrow data-wide="broken">`: the parts of this row are in these lines. In a fraction, a root, a table or an
 * accent with this mark, rows are broken in their own place.
 * `<mtable data-wide="cells">`: the table has more columns than fit, so its rows are broken between cells.
 */
export function markFormula(math: Element): void {
  const letters = measureFormula(math);
  if (!isDisplayed(math)) {
    if (letters > INLINE_LETTERS) markInlineFormula(math);
    return;
  }
  if (letters <= FORMULA_LETTERS) return;
  if (letters <= ONE_LINE_LETTERS) {
    math.properties.dataWide = 'whole';
    addLetters(math, '--letters', letters);
    return;
  }
  math.properties.dataWide = 'lines';
  const children = listElements(math);
  addLetters(math, '--letters-between', Math.max(...children.map(measureFormula)));
  const widestPart = Math.max(...children.map(breakRows));
  const isBrokenEnough = widestPart <= ONE_LINE_LETTERS;
  addLetters(
    math,
    '--letters',
    isBrokenEnough ? widestPart : Math.max(...children.map((part) => breakPart(part, FORMULA_LETTERS))),
  );
}

function markInlineFormula(math: Element): void {
  math.properties.dataWide = 'inline';
  addLetters(math, '--letters', Math.max(...listElements(math).map(breakRows)));
}

/** Adds a width to the style of a formula, if it is too wide for paper. */
function addLetters({ properties }: Element, variable: string, letters: number): void {
  if (letters <= FORMULA_LETTERS) return;
  const style = toText(properties.style) ?? '';
  properties.style = `${style === '' ? '' : `${style};`}${variable}:${Math.round(letters)}`;
}

/**
 * Puts the parts of the rows of a wide formula directly into it. Firefox can break lines only there. Rows of components
 * that run in browsers have to stay.
 */
export function liftFormulaParts(math: Element): void {
  if (math.tagName !== 'math') return;
  if (measureFormula(math) <= (isDisplayed(math) ? ONE_LINE_LETTERS : INLINE_LETTERS)) return;
  math.children = math.children.flatMap(liftParts);
}

function liftParts(node: ElementContent): ElementContent[] {
  if (node.type !== 'element' || !canLiftParts(node)) return [node];
  if (node.tagName === 'mrow') return node.children.flatMap(liftParts);
  const [formula, ...annotations] = listChildElements(node);
  if (formula === undefined) return [node];
  return [...liftParts(formula), { ...node, children: [createHtmlElement('mrow', {}), ...annotations] }];
}

const bracket = /^[()[\]{}|‖∣∥⟨⟩⌈⌉⌊⌋]$/u;
const highTags: ReadonlySet<string> = new Set(['mfrac', 'mtable', 'munder', 'mover', 'munderover']);

/** Whether a row looks the same without its element. Firefox stretches brackets only in rows. */
function canLiftParts(element: Element): boolean {
  const { tagName, properties, children } = element;
  if (tagName === 'semantics') return Object.keys(properties).length === 0;
  if (tagName !== 'mrow' || Object.keys(properties).length > 0) return false;
  if (measureFormula(element) <= ROW_LETTERS) return false;
  const stretchesBrackets = children.some(
    (child) =>
      isElement(child, 'mo') && child.properties.stretchy !== 'false' && bracket.test(textOf(child).trim()),
  );
  return (
    !stretchesBrackets || !findNode(element, (node) => node.type === 'element' && highTags.has(node.tagName))
  );
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

/** The parts of an element, without the source of the formula. */
function listElements(element: Element): Element[] {
  return listChildElements(element).filter(({ tagName }) => tagName !== 'annotation');
}

function listChildElements({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element');
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
