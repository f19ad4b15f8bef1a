import type { Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import { isRecord } from '../../shared/json.ts';

/**
 * Checks a tree that a plugin of the site has changed, because all later steps rely on its form, and throws an error that
 * says what is wrong with it. What Docusaurus tolerates is put right: elements without properties or children, and
 * values that no HTML attribute can have.
 */
export function checkTree(tree: unknown): Root | HtmlRoot {
  if (!isRecord(tree) || tree.type !== 'root')
    throw new Error(`it returned ${describeValue(tree)} instead of a tree`);
  const ancestors = new Set<unknown>();
  const open: { node: unknown; isLeft: boolean }[] = [{ node: tree, isLeft: false }];
  for (let step = open.pop(); step; step = open.pop()) {
    const { node, isLeft } = step;
    if (isLeft) {
      ancestors.delete(node);
      continue;
    }
    if (!isRecord(node)) throw new Error(`it left ${describeValue(node)} in the tree instead of a node`);
    if (ancestors.has(node)) throw new Error(`it put a node of type "${String(node.type)}" into itself`);
    completeNode(node);
    if (!('children' in node)) continue;
    const { children } = node;
    if (!Array.isArray(children))
      throw new Error(`the children of a node of type "${String(node.type)}" are ${describeValue(children)}`);
    ancestors.add(node);
    open.push({ node, isLeft: true });
    for (const child of children) open.push({ node: child, isLeft: false });
  }
  return tree as unknown as Root | HtmlRoot;
}

function completeNode(node: Record<string, unknown>): void {
  if (node.type === 'root' || node.type === 'element' || 'children' in node) node.children ??= [];
  if (node.type === 'text') node.value = String(node.value ?? '');
  if (node.type !== 'element') return;
  const properties = isRecord(node.properties) ? node.properties : {};
  node.properties = properties;
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'style' && isRecord(value)) properties.style = formatStyle(value);
    else if (['function', 'symbol', 'bigint'].includes(typeof value) || isRecord(value))
      properties[name] = String(value);
  }
}

/** Writes a style of React, such as `{ marginTop: 4 }`, as CSS. */
function formatStyle(style: Readonly<Record<string, unknown>>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
    .join('; ');
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return typeof value.type === 'string' ? `a node of type "${value.type}"` : 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
