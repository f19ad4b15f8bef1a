import type { Element, RootContent } from 'hast';
import { createElement, type ElementType } from 'react';
import { documentRuntime, renderDocument } from '../../docusaurus/islands/islands.ts';
import { isDefaultAdmonitionType } from '../../docusaurus/theme/admonition-types.ts';
import { collectHookFacts, type FileScope, takeCode } from '../compilation.ts';
import { ADMONITION_ID, ADMONITION_TYPES_ID } from '../mdx/code-imports.ts';
import { describeFailure } from '../mdx/failure.ts';
import { parseHtml } from '../tree/to-html.ts';
import { findNode } from '../tree/visit.ts';
import { isIcon, isTitle } from './layout.ts';
import { isElement, toText } from './properties.ts';

/**
 * Draws admonitions with the owner's components: all of them with `src/theme/Admonition`, which usually changes what it
 * gets and passes it on to Docusaurus' own, and then those of the kinds in `src/theme/Admonition/Types` with these.
 */
export async function drawOwnAdmonitions(nodes: RootContent[], scope: FileScope): Promise<RootContent[]> {
  const { context } = scope.compilation;
  if (!nodes.some((node) => findNode(node, isAdmonition))) return nodes;
  const ids = [ADMONITION_ID, ADMONITION_TYPES_ID].filter(
    (id) => takeCode(scope.compilation, id) !== undefined,
  );
  if (ids.length === 0) return nodes;
  const facts = collectHookFacts(scope.compilation);
  try {
    const load = async (id: string): Promise<unknown> =>
      ids.includes(id) ? (await context.loadCode(id)).default : undefined;
    const wrapper = (await load(ADMONITION_ID)) as ElementType | undefined;
    const types = (await load(ADMONITION_TYPES_ID)) ?? {};
    const ownTypes = new Map<string, ElementType>(
      Object.entries(types).filter(([, type]) => type && !isDefaultAdmonitionType(type)),
    );
    const render = (type: ElementType, props: object) =>
      renderDocument(documentRuntime.jsx(type, props), facts);
    const drawKind = <Node extends RootContent>(node: Node) =>
      drawOwn(node, (kind) => ownTypes.get(kind), render);
    if (wrapper === undefined) return nodes.map(drawKind);
    return nodes.map((node) => drawOwn(node, () => wrapper, render)).map(drawKind);
  } catch (error) {
    scope.report('admonition-code', `A custom admonition can't be drawn: ${describeFailure(error, scope)}`);
    return nodes;
  }
}

const isAdmonition = (node: RootContent) => isElement(node, 'x-admonition');

type Render = (type: ElementType, props: object) => string;

function drawOwn<Node extends RootContent>(
  node: Node,
  findType: (kind: string) => ElementType | undefined,
  render: Render,
): Node {
  if (node.type !== 'element') return node;
  const element: Element = node;
  element.children = element.children.map((child) => drawOwn(child, findType, render));
  const kind = toText(element.properties.dataType) ?? '';
  // A kind that has said how it looks has been drawn.
  const isDrawn = element.properties.dataLook !== undefined;
  const type = isAdmonition(element) && !isDrawn ? findType(kind) : undefined;
  if (!type) return node;
  const title = element.children.find(isTitle);
  const icon = element.children.find(isIcon);
  const parts = {
    title: title?.children ?? [],
    icon: icon?.children ?? [],
    content: element.children.filter((child) => !isTitle(child) && !isIcon(child)),
  };
  const html = render(type, {
    type: kind,
    title:
      toText(element.properties.dataTitle) ?? (title && createElement('x-put', { 'data-part': 'title' })),
    // The same icon as before, which the component may replace.
    ...(icon && { icon: createElement('x-put', { 'data-part': 'icon' }) }),
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

/** The parts of an admonition that its component puts where it wants. */
type Part = 'title' | 'icon' | 'content';

function put(
  nodes: readonly RootContent[],
  parts: Readonly<Record<Part, Element['children']>>,
): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'x-put') return parts[toPart(node)];
    return [{ ...node, children: put(node.children, parts) as Element['children'] }];
  });
}

function toPart({ properties }: Element): Part {
  const name = toText(properties.dataPart);
  return name === 'title' || name === 'icon' ? name : 'content';
}
