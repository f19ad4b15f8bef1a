import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';

/** A formula as its author wrote it, for texts: its MathML carries it along. */
export function texOf(math: Element): string {
  return annotationIn(math)?.trim() ?? textOf(math);
}

function annotationIn(node: ElementContent): string | undefined {
  if (node.type !== 'element') return undefined;
  if (node.tagName === 'annotation') return textOf(node);
  for (const child of node.children) {
    const found = annotationIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
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
