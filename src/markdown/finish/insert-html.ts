import type { Element, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { escapeArticleHtml } from '../../shared/html.ts';
import type { CompileContext } from '../context.ts';
import { codeInfoOf } from './code-block.ts';
import { stringOf } from './properties.ts';

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
    return node.tagName === 'x-tabs' ? ({ type: 'raw', value: tabsHtml(node, context) } as Node) : node;
  });
}

/** `code`: the block as every reader can read it. */
export function diagramHtml(block: Element, code: string, context: CompileContext): string {
  return liveHtml('Mermaid', { code: codeInfoOf(block).code }, [code], context);
}

function tabsHtml(tabs: Element, context: CompileContext): string {
  const written = stringOf(tabs.properties.dataProps) ?? '{}';
  const slots = tabs.children
    .filter((child): child is Element => child.type === 'element' && child.tagName === 'x-tab')
    .map((tab) => toHtml(tab.children, { allowDangerousHtml: true }));
  return liveHtml('Tabs', JSON.parse(written), slots, context);
}

function liveHtml(
  name: string,
  props: Record<string, unknown>,
  slots: readonly string[],
  context: CompileContext,
): string {
  const inner = context.renderLive(name, props, slots);
  return `<div data-live="${name}" data-props="${escapeArticleHtml(JSON.stringify(props))}">${inner}</div>`;
}
