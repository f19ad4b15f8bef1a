import type { Nodes, Root } from 'mdast';
import { findNode } from '../tree/visit.ts';

/** What Markdown's nodes become. Code is the program's: what colours it works on the text, not on elements. */
const tagOf: Readonly<Record<string, (node: Nodes) => string[]>> = {
  blockquote: () => ['blockquote'],
  delete: () => ['del'],
  emphasis: () => ['em'],
  heading: (node) => (node.type === 'heading' ? [`h${node.depth}`] : []),
  image: () => ['img'],
  imageReference: () => ['img'],
  link: () => ['a'],
  linkReference: () => ['a'],
  list: (node) => (node.type === 'list' && node.ordered ? ['ol'] : ['ul']),
  listItem: () => ['li'],
  paragraph: () => ['p'],
  strong: () => ['strong'],
  table: () => ['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  thematicBreak: () => ['hr'],
};

/** Of the names that the owner's `MDXComponents` has: the elements that it draws in another way. */
export function ownElements(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => /^[a-z][a-z\d]*$/.test(name) && name !== 'pre' && name !== 'code'));
}

/** Whether one of them is written as Markdown. */
export function hasElements(tree: Root, own: ReadonlySet<string>): boolean {
  const isOwn = (node: Nodes) => tagOf[node.type]?.(node).some((tag) => own.has(tag)) === true;
  return own.size > 0 && findNode<Nodes>(tree, isOwn) !== undefined;
}
