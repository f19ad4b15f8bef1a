import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findNode } from '../tree/visit.ts';
import { isElement } from './properties.ts';

/** A formula as its author wrote it, for texts: its MathML carries it along. */
export function texOf(math: Element): string {
  const annotation = findNode<ElementContent>(math, (node) => isElement(node, 'annotation'));
  return annotation ? textOf(annotation).trim() : textOf(math);
}

/** It is in a line of its own. */
export function isDisplayed(math: Element): boolean {
  return math.properties.display === 'block';
}

/** All the text in an element, a formula as its source. */
export function readableText(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.tagName === 'math' ? texOf(node) : node.children.map(readableText).join('');
}
