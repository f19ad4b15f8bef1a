import type { Element, ElementContent } from 'hast';
import type { BlockContent, DefinitionContent } from 'mdast';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { escapeArticleHtml } from '../shared/html.ts';
import type { Heading } from './article.ts';
import { element, isElement, stringOf } from './finish/properties.ts';

/**
 * What the compiler has to know of a live part: a component that comes alive in the reader's browser. In the neutral
 * tree it is `<x-live data-name data-props>` with an `<x-slot>` for each piece of the article that it places.
 */
export interface LivePart {
  /** The component, as pages name it: `<div data-live="Tabs">`. */
  name: string;
  /** What documents import for it, by specifier, each with its exports. Their components render `liveElement`. */
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Fences of this language become the part: their code is its prop `code`, the block its only slot. */
  language?: string;
  /** Fences `live` become the part, where the site has them run. */
  runs?: true;
  /** What headings in its slots stand in. */
  inside?: NonNullable<Heading['inside']>;
  /** The part as Markdown; unless given, its slots one after the other. */
  markdown?(props: LiveProps, slots: MarkdownBlock[][]): MarkdownBlock[];
}

/** Plain data, which is in the page as JSON. */
type LiveProps = Readonly<Record<string, unknown>>;

export type MarkdownBlock = BlockContent | DefinitionContent;

/** For components of documents: React elements as slots. */
export function liveElement(name: string, props: LiveProps, slots: readonly ReactNode[]): ReactElement {
  const attributes = { 'data-name': name, 'data-props': JSON.stringify(props) };
  return createElement('x-live', attributes, ...slots.map((slot) => createElement('x-slot', {}, slot)));
}

/** For components of a site: Markdown as slots. */
export function livePart(name: string, props: LiveProps, slots: readonly string[]): string {
  const json = escapeArticleHtml(JSON.stringify(props));
  const parts = slots.map((slot) => `<x-slot>\n\n${slot}\n\n</x-slot>`);
  return `<x-live dataName="${name}" dataProps="${json}">\n${parts.join('\n')}\n</x-live>`;
}

/** For fences, and for components of a site that make an element: it is the only slot. */
export function liveNode(name: string, props: LiveProps, slot: readonly ElementContent[]): Element {
  const properties = { dataName: name, dataProps: JSON.stringify(props) };
  return element('x-live', properties, [element('x-slot', {}, [...slot])]);
}

export interface LiveNode {
  part: LivePart;
  props: LiveProps;
  slots: Element[];
}

/** The live part that an element of the neutral tree is, if it is one of these. */
export function readLiveNode(node: Element, parts: readonly LivePart[]): LiveNode | undefined {
  if (node.tagName !== 'x-live') return undefined;
  const { dataName, dataProps } = node.properties;
  const part = parts.find(({ name }) => name === dataName);
  const slots = node.children.filter((child) => isElement(child, 'x-slot'));
  return part && { part, props: JSON.parse(stringOf(dataProps) ?? '{}'), slots };
}
