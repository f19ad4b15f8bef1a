import type { Element, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { escapeArticleHtml } from '../../shared/html.ts';
import type { CompileContext } from '../context.ts';
import { type LiveNode, readLiveNode } from '../live-parts.ts';

/** The finished tree as HTML, with code blocks and live parts, which are HTML already, in their places. */
export function writeHtml(
  nodes: readonly RootContent[],
  code: ReadonlyMap<Element, string>,
  context: CompileContext,
): string {
  const children = insertHtml(nodes, code, context);
  return toHtml({ type: 'root', children }, { allowDangerousHtml: true });
}

function insertHtml<Node extends RootContent>(
  nodes: readonly Node[],
  code: ReadonlyMap<Element, string>,
  context: CompileContext,
): Node[] {
  return nodes.map((node) => {
    if (node.type !== 'element') return node;
    const block = code.get(node);
    // What may hold an element may hold HTML.
    if (block !== undefined) return { type: 'raw', value: block } as Node;
    node.children = insertHtml(node.children, code, context);
    const live = readLiveNode(node, context.liveParts);
    return live ? ({ type: 'raw', value: liveHtml(live, context) } as Node) : node;
  });
}

function liveHtml({ part: { name }, props, slots }: LiveNode, context: CompileContext): string {
  const html = slots.map((slot) => toHtml(slot.children, { allowDangerousHtml: true }));
  const inner = context.renderLive(name, { ...props }, html);
  return `<div data-live="${name}" data-props="${escapeArticleHtml(JSON.stringify(props))}">${inner}</div>`;
}
