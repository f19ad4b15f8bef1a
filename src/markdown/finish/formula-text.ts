import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findNode } from '../tree/visit.ts';
import { isElement } from './properties.ts';

/** The TeX source of a formula, which its MathML contains. */
export function readTex(math: Element): string {
  const annotation = findNode<ElementContent>(math, (node) => isElement(node, 'annotation'));
  return annotation ? textOf(annotation).trim() : textOf(math);
}

/** Whether the formula is on a line of its own. */
export function isDisplayed(math: Element): boolean {
  return math.properties.display === 'block';
}

/** The text of an element, with formulas as TeX. */
export function extractReadableText(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.tagName === 'math' ? readTex(node) : node.children.map(extractReadableText).join('');
}
