import type { Element, RootContent } from 'hast';
import { createElement, type ElementType } from 'react';
import { type FileScope, pageFacts, takeCode } from '../compilation.ts';
import { isIcon, isTitle } from '../finish/layout.ts';
import { isElement, stringOf } from '../finish/properties.ts';
import { ADMONITION_TYPES } from '../mdx/code-imports.ts';
import { failureMessage } from '../mdx/failure.ts';
import { defaultTypes } from '../modules/page-frame.ts';
import { parseHtml } from '../tree/to-html.ts';
import { findNode } from '../tree/visit.ts';
import { documentRuntime, renderDocument } from './islands.ts';

/** Lays out admonitions of the owner's own kinds by the components of `src/theme/Admonition/Types`. */
export async function drawOwnAdmonitions(nodes: RootContent[], scope: FileScope): Promise<RootContent[]> {
  const { context } = scope.compilation;
  if (!nodes.some((node) => findNode(node, isAdmonition))) return nodes;
  if (takeCode(scope.compilation, ADMONITION_TYPES) === undefined) return nodes;
  const facts = pageFacts(scope.compilation);
  try {
    const { default: types } = await context.loadCode(ADMONITION_TYPES);
    const own = new Map(
      Object.entries(types ?? {}).filter(([name, type]) => type && type !== defaultTypes[name]),
    );
    const render = (type: ElementType, props: object) =>
      renderDocument(documentRuntime.jsx(type, props), facts);
    return nodes.map((node) => withOwn(node, own, render));
  } catch (error) {
    scope.report(
      'admonition-code',
      `An admonition of your own cannot be drawn: ${failureMessage(error, scope)}`,
    );
    return nodes;
  }
}

const isAdmonition = (node: RootContent) => isElement(node, 'x-admonition');

type Render = (type: ElementType, props: object) => string;

function withOwn<Node extends RootContent>(
  node: Node,
  own: ReadonlyMap<string, ElementType>,
  render: Render,
): Node {
  if (node.type !== 'element') return node;
  const element: Element = node;
  element.children = element.children.map((child) => withOwn(child, own, render));
  const kind = stringOf(element.properties.dataType) ?? '';
  const type = isAdmonition(element) ? own.get(kind) : undefined;
  if (!type) return node;
  const title = element.children.find(isTitle);
  const parts = {
    title: title?.children ?? [],
    content: element.children.filter((child) => !isTitle(child) && !isIcon(child)),
  };
  const html = render(type, {
    type: kind,
    title:
      stringOf(element.properties.dataTitle) ?? (title && createElement('x-put', { 'data-part': 'title' })),
    id: stringOf(element.properties.id),
    className: stringOf(element.properties.className),
    children: createElement('x-put', { 'data-part': 'content' }),
  });
  const made = put(parseHtml(html), parts);
  const [only] = made;
  // An element stands wherever another did.
  return (
    made.length === 1 && only ? only : { ...element, tagName: 'div', properties: {}, children: made }
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
