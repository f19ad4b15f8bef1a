import type { Element, ElementContent } from 'hast';
import type { BlockContent, DefinitionContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { escapeArticleHtml } from '../shared/html.ts';
import type { Heading } from './article.ts';
import type { ClaimFence } from './extensions.ts';
import { createHtmlElement, isElement, toText } from './finish/properties.ts';

/**
 * A live part as the compiler sees it: a component that comes alive in the reader's browser. In the neutral tree it is
 * `<x-live data-name data-props>` with an `<x-slot>` for each piece of the article that it contains.
 */
export interface LivePart {
  /** Name of the component in pages: `<div data-live="Tabs">`. */
  name: string;
  /** Modules that documents import for it, with their exports. Their components render `createLiveElement`. */
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Decides which fences become the part. Their code is its prop `code`, and the code block is its only slot. */
  claimFence?: ClaimFence;
  /** The container that headings in its slots report. */
  inside?: NonNullable<Heading['inside']>;
  /** Renders the part as Markdown. Default: its slots one after the other. */
  markdown?(props: LiveProps, slots: MarkdownBlock[][]): MarkdownBlock[];
}

/** Plain data, stored in the page as JSON. */
export type LiveProps = Readonly<Record<string, unknown>>;

export type MarkdownBlock = BlockContent | DefinitionContent;

/** Creates a live part in components of documents, with React elements as slots. */
export function createLiveElement(name: string, props: LiveProps, slots: readonly ReactNode[]): ReactElement {
  const attributes = { 'data-name': name, 'data-props': JSON.stringify(props) };
  return createElement('x-live', attributes, ...slots.map((slot) => createElement('x-slot', {}, slot)));
}

/** Creates a live part in components of a site, with Markdown as slots. */
export function livePart(name: string, props: LiveProps, slots: readonly string[]): string {
  const json = escapeArticleHtml(JSON.stringify(props));
  const parts = slots.map((slot) => `<x-slot>\n\n${slot}\n\n</x-slot>`);
  return `<x-live dataName="${name}" dataProps="${json}">\n${parts.join('\n')}\n</x-live>`;
}

/** Creates a live part from an element, which is its only slot: for fences and components of a site. */
export function liveNode(name: string, props: LiveProps, slot: readonly ElementContent[]): Element {
  const properties = { dataName: name, dataProps: JSON.stringify(props) };
  return createHtmlElement('x-live', properties, [createHtmlElement('x-slot', {}, [...slot])]);
}

/** Creates a live part in a Markdown tree, with blocks of Markdown as slots. */
export function createLiveBlock(
  name: string,
  props: LiveProps,
  slots: readonly BlockContent[],
): MdxJsxFlowElement {
  const createAttribute = (name: string, value: string) => ({
    type: 'mdxJsxAttribute' as const,
    name,
    value,
  });
  return {
    type: 'mdxJsxFlowElement',
    name: 'x-live',
    attributes: [createAttribute('dataName', name), createAttribute('dataProps', JSON.stringify(props))],
    children: slots.map((slot) => ({
      type: 'mdxJsxFlowElement',
      name: 'x-slot',
      attributes: [],
      children: [slot],
    })),
  };
}

export interface LiveNode {
  part: LivePart;
  props: LiveProps;
  slots: Element[];
}

/** Reads a live part from an element of the neutral tree. Undefined for other elements. */
export function readLiveNode(node: Element, parts: readonly LivePart[]): LiveNode | undefined {
  if (node.tagName !== 'x-live') return undefined;
  const { dataName, dataProps } = node.properties;
  const part = parts.find(({ name }) => name === dataName);
  const slots = node.children.filter((child) => isElement(child, 'x-slot'));
  return part && { part, props: JSON.parse(toText(dataProps) ?? '{}'), slots };
}
