import type { Properties } from 'hast';
import type { Image, Link, Nodes, PhrasingContent } from 'mdast';
import { createPlainElement } from '../tree/code-nodes.ts';
import type { Glossary } from './glossary.ts';

/** A component that documents can use without importing it. It is drawn while the document is compiled. */
export interface Component {
  /** Attributes by name, in addition to those that every component has: see `commonAttributes`. */
  attributes: Readonly<Record<string, AttributeKind>>;
  /** Attributes that must be there. */
  required?: readonly string[];
  /** Whether it is part of a line of text. */
  isInline?: true;
  /** The rules that it needs. Only sites with the component have them. */
  style?: string;
  draw(use: ComponentUse): Nodes[];
}

/** `text`; `flag`, which is set or not; or the values to choose from. */
export type AttributeKind = 'text' | 'flag' | readonly string[];

export const commonAttributes: Component['attributes'] = { id: 'text', className: 'text' };

/** A component in a document, with what is inside it. Components between its tags have been drawn. */
export interface ComponentUse {
  /** The component's name in the form that the author wrote: `<Card>`, `:::card`. */
  writtenName: string;
  attributes: Readonly<Record<string, string>>;
  /** The attribute `title`, or the label of a directive, which may have markup. */
  title: PhrasingContent[];
  children: Nodes[];
  /** Id and classes for the outermost element. Pass the component's own classes. */
  properties(...classes: string[]): Properties;
  report(message: string): void;
  /** Creates a link to a file, a page or an address, as in Markdown. */
  link(url: string, children: Nodes[]): Link;
  /** Creates a picture from a file or an address, as in Markdown. */
  image(url: string, alt: string): Image;
  /** Creates a name that nothing else in the document has. */
  createName(kind: string): string;
  /** Adds an explanation of a term to the end of the document, once, and returns its id. */
  explain(term: string, text: string): string;
  glossary: Glossary;
  /** Parses Markdown that isn't in the document, such as that of the glossary. */
  parse(markdown: string): Nodes[];
}

/** An HTML element with Markdown inside. */
export function createMarkdownElement(
  tagName: string,
  properties: Properties,
  children: readonly Nodes[],
): Nodes {
  // mdast has no type for it: see `createPlainElement`.
  const node: unknown = { ...createPlainElement(tagName, properties), children };
  return node as Nodes;
}

/** The name and the classes of an element, from Markdown or from `createElement`. */
export function readElement(node: Nodes): { tagName: string; classes: readonly unknown[] } {
  const { hName = '', hProperties = {} } = readData(node);
  return { tagName: hName, classes: Array.isArray(hProperties.className) ? hProperties.className : [] };
}

export function addProperties(node: Nodes, properties: Properties): void {
  const data = readData(node);
  Object.assign(node, { data: { ...data, hProperties: { ...data.hProperties, ...properties } } });
}

function readData(node: Nodes): { hName?: string | undefined; hProperties?: Properties | undefined } {
  return ('data' in node && node.data) || {};
}

export function createMarkdownText(value: string): PhrasingContent {
  return { type: 'text', value };
}

const phrasingTypes: ReadonlySet<string> = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'break',
  'footnoteReference',
  'mdxJsxTextElement',
  'mdxTextExpression',
  'textDirective',
  'inlineMath',
]);
const phrasingTags: ReadonlySet<string> = new Set(['span', 'kbd', 'button', 'code', 'em', 'strong', 'a']);

function isPhrasing(node: Nodes): boolean {
  return phrasingTypes.has(node.type) || phrasingTags.has(readElement(node).tagName);
}

/** Puts lines of text into paragraphs. In MDX, text between two tags on one line has none. */
export function toBlocks(nodes: readonly Nodes[]): Nodes[] {
  const blocks: Nodes[] = [];
  let line: Nodes[] = [];
  const endLine = () => {
    if (line.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      blocks.push({ type: 'paragraph', children: line as PhrasingContent[] });
    line = [];
  };
  for (const node of nodes) {
    if (isPhrasing(node)) line.push(node);
    else {
      endLine();
      blocks.push(node);
    }
  }
  endLine();
  return blocks;
}

/** Content without the paragraph around it, if that is all there is. */
export function toLine(nodes: readonly Nodes[]): Nodes[] {
  const [onlyNode] = nodes;
  return onlyNode?.type === 'paragraph' && nodes.length === 1 ? onlyNode.children : [...nodes];
}
