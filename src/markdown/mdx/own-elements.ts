import type { Nodes, Root } from 'mdast';
import { findNode } from '../tree/visit.ts';

/** Tags by type of node. Code isn't included, because the highlighter works on text and not on elements. */
const tagsByNodeType: Readonly<Record<string, (node: Nodes) => string[]>> = {
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

/** Elements that the owner's `MDXComponents` draw in their own way. */
export function listOwnElements(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => /^[a-z][a-z\d]*$/.test(name) && name !== 'pre' && name !== 'code'));
}

/** Whether one of these elements is written as Markdown. */
export function hasElements(tree: Root, ownTags: ReadonlySet<string>): boolean {
  const isOwn = (node: Nodes) => tagsByNodeType[node.type]?.(node).some((tag) => ownTags.has(tag)) === true;
  return ownTags.size > 0 && findNode<Nodes>(tree, isOwn) !== undefined;
}
