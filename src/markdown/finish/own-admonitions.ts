import type { Element, RootContent } from 'hast';
import { createElement, type ElementType } from 'react';
import { documentRuntime, renderDocument } from '../../docusaurus/islands/islands.ts';
import { defaultTypes } from '../../docusaurus/theme/page-frame.ts';
import { collectHookFacts, type FileScope, takeCode } from '../compilation.ts';
import { ADMONITION_TYPES_ID } from '../mdx/code-imports.ts';
import { describeFailure } from '../mdx/failure.ts';
import { parseHtml } from '../tree/to-html.ts';
import { findNode } from '../tree/visit.ts';
import { isIcon, isTitle } from './layout.ts';
import { isElement, toText } from './properties.ts';

/** Draws admonitions of the owner's own kinds with the components of `src/theme/Admonition/Types`. */
export async function drawOwnAdmonitions(nodes: RootContent[], scope: FileScope): Promise<RootContent[]> {
  const { context } = scope.compilation;
  if (!nodes.some((node) => findNode(node, isAdmonition))) return nodes;
  if (takeCode(scope.compilation, ADMONITION_TYPES_ID) === undefined) return nodes;
  const facts = collectHookFacts(scope.compilation);
  try {
    const { default: types } = await context.loadCode(ADMONITION_TYPES_ID);
    const ownTypes = new Map(
      Object.entries(types ?? {}).filter(([name, type]) => type && type !== defaultTypes[name]),
    );
    const render = (type: ElementType, props: object) =>
      renderDocument(documentRuntime.jsx(type, props), facts);
    return nodes.map((node) => drawOwn(node, ownTypes, render));
  } catch (error) {
    scope.report('admonition-code', `A custom admonition can't be drawn: ${describeFailure(error, scope)}`);
    return nodes;
  }
}

const isAdmonition = (node: RootContent) => isElement(node, 'x-admonition');

type Render = (type: ElementType, props: object) => string;

function drawOwn<Node extends RootContent>(
  node: Node,
  ownTypes: ReadonlyMap<string, ElementType>,
  render: Render,
): Node {
  if (node.type !== 'element') return node;
  const element: Element = node;
  element.children = element.children.map((child) => drawOwn(child, ownTypes, render));
  const kind = toText(element.properties.dataType) ?? '';
  const type = isAdmonition(element) ? ownTypes.get(kind) : undefined;
  if (!type) return node;
  const title = element.children.find(isTitle);
  const parts = {
    title: title?.children ?? [],
    content: element.children.filter((child) => !isTitle(child) && !isIcon(child)),
  };
  const html = render(type, {
    type: kind,
    title:
      toText(element.properties.dataTitle) ?? (title && createElement('x-put', { 'data-part': 'title' })),
    id: toText(element.properties.id),
    className: toText(element.properties.className),
    children: createElement('x-put', { 'data-part': 'content' }),
  });
  const nodes = put(parseHtml(html), parts);
  const [onlyNode] = nodes;
  // Wherever an element is allowed, so is another one.
  return (
    nodes.length === 1 && onlyNode
      ? onlyNode
      : { ...element, tagName: 'div', properties: {}, children: nodes }
  ) as Node;
}

function put(
  nodes: readonly RootContent[],
  parts: Record<'title' | 'content', Element['children']>,
): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'x-put') return node.properties.dataPart === 'title' ? parts.title : parts.content;
    return [{ ...node, children: put(node.children, parts) as Element['children'] }];
  });
}
