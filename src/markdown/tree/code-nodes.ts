import type { ModuleDeclaration, Statement } from 'estree';
import type { ElementContent, Properties } from 'hast';
import type { Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement, MdxjsEsm } from 'mdast-util-mdx';

export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

export function isJsxElement(node: Nodes): node is JsxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Nodes that can't contain an import. In MDX an import starts a line outside of lists and quotes. */
const withoutModules: ReadonlySet<string> = new Set(['paragraph', 'heading', 'table', 'list', 'blockquote']);

/**
 * Collects imports and exports wherever MDX allows them: between blocks, between the tags of an element, and in
 * admonitions. They belong to the whole document.
 */
export function collectModuleNodes(node: Nodes): MdxjsEsm[] {
  if (node.type === 'mdxjsEsm') return [node];
  if (!('children' in node) || withoutModules.has(node.type)) return [];
  const children: readonly Nodes[] = node.children;
  return children.flatMap(collectModuleNodes);
}

/** Collects the statements of imports and exports, and the declarations in them. */
export function collectStatements(tree: Root): (Statement | ModuleDeclaration)[] {
  return collectModuleNodes(tree).flatMap((node) => node.data?.estree?.body ?? []);
}

/** Creates an HTML element. mdast has no node for it, so this is a node of an unknown type with `hName`. */
export function createPlainElement(hName: string, hProperties: Properties, hChildren?: ElementContent[]) {
  return { type: 'plainElement', data: { hName, hProperties, ...(hChildren && { hChildren }) } };
}
