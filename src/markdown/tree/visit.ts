import type { Node, Parent } from 'unist';
import { EXIT, SKIP, type visit as visitNodes } from 'unist-util-visit';

export { EXIT, SKIP };

type Result = undefined | typeof EXIT | typeof SKIP | readonly [typeof SKIP, number];
type Visitor = (node: Node, index: number | undefined, parent: Parent | undefined) => Result;

/**
 * `visit` of unist-util-visit, with types of nodes as the only test and without going backwards. That one names a
 * function after each node, for stack traces, and looks each child up in its parent: with some ten steps over every
 * document, that was a twentieth of compiling it.
 */
// The types of the original say what a visitor gets for a test; they cannot be written shorter.
export const visit = visitTypes as typeof visitNodes;

function visitTypes(tree: Node, test: string | readonly string[] | Visitor, visitor?: Visitor): void {
  if (typeof test === 'function') walk(tree, undefined, undefined, undefined, test);
  else if (visitor) walk(tree, undefined, undefined, typeof test === 'string' ? [test] : test, visitor);
}

/** The index of the sibling to go on with, or that nothing more is to be visited. */
function walk(
  node: Node,
  index: number | undefined,
  parent: Parent | undefined,
  types: readonly string[] | undefined,
  visitor: Visitor,
): number | typeof EXIT {
  const result = !types || types.includes(node.type) ? visitor(node, index, parent) : undefined;
  if (result === EXIT) return EXIT;
  const [next, skipped] = Array.isArray(result) ? [result[1], true] : [(index ?? 0) + 1, result === SKIP];
  if (!skipped && 'children' in node) {
    const within = node as Parent;
    for (let at = 0; at < within.children.length; ) {
      const child = within.children[at];
      const following = child ? walk(child, at, within, types, visitor) : at + 1;
      if (following === EXIT) return EXIT;
      at = following;
    }
  }
  return next;
}

/** The first node that fits, of a tree of Markdown or of HTML. */
export function findNode<Tree extends Node>(tree: Tree, fits: (node: Tree) => boolean): Tree | undefined {
  if (fits(tree)) return tree;
  const children: readonly Tree[] = 'children' in tree ? (tree as { children: Tree[] }).children : [];
  for (const child of children) {
    const found = findNode(child, fits);
    if (found) return found;
  }
  return undefined;
}
