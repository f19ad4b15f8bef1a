import type { ModuleDeclaration, Statement } from 'estree';
import type { ElementContent, Properties } from 'hast';
import type { Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';

export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

export function isJsxElement(node: Nodes): node is JsxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Imports, exports and what they declare. */
export function statementsOf(tree: Root): (Statement | ModuleDeclaration)[] {
  return tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? (node.data?.estree?.body ?? []) : []));
}

/** mdast knows no plain elements: a node of an unknown type with `hName` becomes one in HTML. */
export function plainElement(hName: string, hProperties: Properties, hChildren?: ElementContent[]) {
  return { type: 'plainElement', data: { hName, hProperties, ...(hChildren && { hChildren }) } };
}
