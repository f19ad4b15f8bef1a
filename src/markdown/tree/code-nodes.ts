import type { ModuleDeclaration, Statement } from 'estree';
import type { ElementContent, Properties } from 'hast';
import type { Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement, MdxjsEsm } from 'mdast-util-mdx';

export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

export function isJsxElement(node: Nodes): node is JsxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** What can't hold an import: MDX knows one only at the start of a line, outside of lists and quotes. */
const withoutModules: ReadonlySet<string> = new Set(['paragraph', 'heading', 'table', 'list', 'blockquote']);

/**
 * Imports and exports, wherever MDX allows them: between blocks, and also between the tags of an element or in an
 * admonition. They belong to the whole document.
 */
export function moduleNodesOf(node: Nodes): MdxjsEsm[] {
  if (node.type === 'mdxjsEsm') return [node];
  if (!('children' in node) || withoutModules.has(node.type)) return [];
  const children: readonly Nodes[] = node.children;
  return children.flatMap(moduleNodesOf);
}

/** Imports, exports and what they declare. */
export function statementsOf(tree: Root): (Statement | ModuleDeclaration)[] {
  return moduleNodesOf(tree).flatMap((node) => node.data?.estree?.body ?? []);
}

/** mdast knows no plain elements: a node of an unknown type with `hName` becomes one in HTML. */
export function plainElement(hName: string, hProperties: Properties, hChildren?: ElementContent[]) {
  return { type: 'plainElement', data: { hName, hProperties, ...(hChildren && { hChildren }) } };
}
