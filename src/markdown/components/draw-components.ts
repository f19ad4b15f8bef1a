import type { Image, Link, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import type { Directives } from 'mdast-util-directive';
import { didYouMean } from '../../shared/near-name.ts';
import type { FileScope } from '../compilation.ts';
import { listDeclaredNames } from '../mdx/declared-names.ts';
import { collectStatements, isJsxElement, type JsxElement } from '../tree/code-nodes.ts';
import { resolveImage } from '../tree/images.ts';
import { resolveFileLink, resolveFileLinks } from '../tree/links.ts';
import { parseMarkdown } from '../tree/parse.ts';
import { readConstant } from '../tree/plain-elements.ts';
import { visit } from '../tree/visit.ts';
import {
  type AttributeKind,
  type Component,
  type ComponentUse,
  commonAttributes,
  createMarkdownText,
} from './component.ts';
import { readGlossary } from './glossary.ts';
import { directiveComponents, engineComponents } from './list.ts';
import { drawExplanation } from './term.ts';

/** Code of problems with attributes and content of the engine's components. */
const PROBLEM = 'component';

/**
 * Replaces the engine's components, written as elements or as directives, by HTML elements with Markdown inside. A
 * component of the same name that the document declares or that the site provides wins. Returns whether there was one.
 */
export function drawComponents(tree: Root, scope: FileScope): boolean {
  const ownNames = new Set([
    ...scope.compilation.context.globals,
    ...collectStatements(tree).flatMap(listDeclaredNames),
  ]);
  let hasDrawn = false;
  const drawChildren = (parent: Parents) => {
    const drawnNodes: Nodes[] = [];
    const addToLine = createLines();
    for (const node of parent.children) {
      // The content is drawn first, so that the component can place it.
      if ('children' in node) drawChildren(node);
      const use = findComponent(node, ownNames);
      if (!use) {
        drawnNodes.push(node);
        continue;
      }
      hasDrawn = true;
      const { component } = use;
      // A paragraph can't contain blocks.
      if (!component.isInline && (parent.type === 'paragraph' || parent.type === 'heading'))
        scope.report(PROBLEM, 'Write the component on lines of its own.', node.position?.start);
      if (component.style !== undefined) scope.compilation.styles.set(component.style, component.style);
      const nodes = component.draw(createUse(use, scope, explanations));
      if (component.isInline && isBlock(node)) addToLine(drawnNodes, nodes, node);
      else drawnNodes.push(...nodes);
    }
    // The drawn elements are allowed wherever the component is.
    (parent.children as Nodes[]) = drawnNodes;
  };
  const explanations: Nodes[] = [];
  drawChildren(tree);
  tree.children.push(...(explanations as RootContent[]));
  return hasDrawn;
}

interface WrittenComponent {
  component: Component;
  node: JsxElement | Directives;
}

function findComponent(node: Nodes, ownNames: ReadonlySet<string>): WrittenComponent | undefined {
  if (isJsxElement(node)) {
    const name = node.name ?? '';
    const component = Object.hasOwn(engineComponents, name) && !ownNames.has(name) && engineComponents[name];
    return component ? { component, node } : undefined;
  }
  if (!isDirective(node)) return undefined;
  const component = directiveComponents.get(node.name);
  // A plugin of the site or an admonition has used the directive.
  if (!component || node.data) return undefined;
  if (node.type === 'textDirective' && !component.isInline) return undefined;
  // `10:kbd` is text.
  const isBare = node.children.length === 0 && Object.keys(node.attributes ?? {}).length === 0;
  return node.type === 'textDirective' && isBare ? undefined : { component, node };
}

function isDirective(node: Nodes): node is Directives {
  return node.type === 'textDirective' || node.type === 'leafDirective' || node.type === 'containerDirective';
}

function isBlock({ type }: Nodes): boolean {
  return type === 'mdxJsxFlowElement' || type === 'leafDirective' || type === 'containerDirective';
}

/** MDX reads a line of nothing but elements as blocks. Inline components among them share a paragraph. */
function createLines() {
  let line: { paragraph: Nodes & { type: 'paragraph' }; end: number } | undefined;
  return (blocks: Nodes[], nodes: readonly Nodes[], { position }: Nodes) => {
    const phrases = nodes as PhrasingContent[];
    if (line && blocks.at(-1) === line.paragraph && position && position.start.line <= line.end + 1)
      line.paragraph.children.push(createMarkdownText(' '), ...phrases);
    else {
      line = { paragraph: { type: 'paragraph', children: phrases }, end: 0 };
      blocks.push(line.paragraph);
    }
    line.end = position?.end.line ?? 0;
  };
}

function createUse(
  { component, node }: WrittenComponent,
  scope: FileScope,
  explanations: Nodes[],
): ComponentUse {
  const writtenName = isJsxElement(node) ? `<${node.name}>` : colons[node.type] + node.name;
  const position = node.position?.start;
  let hasFault = false;
  const report = (message: string) => {
    hasFault = true;
    scope.report(PROBLEM, message, position);
  };
  const kinds = { ...component.attributes, ...commonAttributes };
  const attributes = checkAttributes(
    isJsxElement(node) ? readJsxAttributes(node, report) : (node.attributes ?? {}),
  );
  const { label, children } = splitLabel(node, 'title' in component.attributes);
  const title = label ?? (attributes.title === undefined ? [] : [createMarkdownText(attributes.title)]);
  for (const name of hasFault ? [] : (component.required ?? []))
    if (name === 'title' ? title.length === 0 : attributes[name] === undefined)
      report(`${writtenName} needs \`${name}\`${isJsxElement(node) ? `: ${name}="…"` : ''}.`);
  return {
    writtenName,
    attributes,
    title,
    children,
    report,
    properties(...classes) {
      const { id, className } = attributes;
      const names = [...classes, ...(className?.split(/\s+/).filter(Boolean) ?? [])];
      return { ...(id !== undefined && { id }), ...(names.length > 0 && { className: names }) };
    },
    link(url, linkChildren) {
      const link: Link = { type: 'link', url, children: linkChildren as PhrasingContent[] };
      if (node.position) link.position = node.position;
      resolveFileLink(link, scope);
      return link;
    },
    image(url, alt) {
      const image: Image = { type: 'image', url, alt };
      if (node.position) image.position = node.position;
      resolveImage(image, scope);
      return image;
    },
    createName,
    parse,
    explain(name, text) {
      const { explanations: idsByContent } = scope.compilation;
      const key = JSON.stringify([name.toLowerCase(), text]);
      const id = idsByContent.get(key) ?? createName('term');
      if (!idsByContent.has(key)) explanations.push(drawExplanation(id, name, parse(text)));
      idsByContent.set(key, id);
      return id;
    },
    get glossary() {
      return readGlossary(scope);
    },
  };

  function createName(kind: string): string {
    scope.compilation.nameCount += 1;
    return `${kind}-${scope.compilation.nameCount}`;
  }

  /** Problems in the Markdown are reported at the element. */
  function parse(markdown: string): Nodes[] {
    const root = parseMarkdown(markdown, 'md');
    visit(root, (child: Nodes) => {
      if (node.position) child.position = node.position;
    });
    resolveFileLinks(root, scope);
    return root.children;
  }

  function checkAttributes(values: Readonly<Record<string, string | null | undefined>>) {
    const checkedAttributes: Record<string, string> = {};
    for (const [writtenAttribute, value] of Object.entries(values)) {
      const name = writtenAttribute === 'class' ? 'className' : writtenAttribute;
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
      const fault = kind === undefined ? explainUnknown(name) : findFault(name, value ?? '', kind);
      if (fault === undefined) checkedAttributes[name] = value ?? '';
      else report(`${writtenName} ${fault}`);
    }
    return checkedAttributes;
  }

  function explainUnknown(name: string): string {
    const names = Object.keys(component.attributes);
    const list =
      names.length === 0 ? 'no attributes of its own' : names.map((item) => `\`${item}\``).join(', ');
    return `has no attribute \`${name}\`.${didYouMean(name, names)} It has ${list}.`;
  }
}

const colons = { textDirective: ':', leafDirective: '::', containerDirective: ':::' } as const;

function findFault(name: string, value: string, kind: AttributeKind): string | undefined {
  if (typeof kind === 'string' || kind.includes(value)) return undefined;
  return `has no ${name} "${value}".${didYouMean(value, kind)} Write one of ${kind.join(', ')}.`;
}

/** Attributes as text. A flag is an empty text. */
function readJsxAttributes(node: JsxElement, report: (message: string) => void): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') {
      report(`<${node.name}> takes no {...spread}. Write each attribute by itself.`);
      continue;
    }
    const { name, value } = attribute;
    if (name === 'key') continue;
    const text =
      typeof value === 'object' && value !== null ? readConstant(value.data?.estree?.body) : (value ?? '');
    if (text === undefined)
      report(`<${node.name}> needs \`${name}\` as text: ${name}="…". The engine draws it before code runs.`);
    else if (text !== 'false') attributes[name] = text === 'true' ? '' : text;
  }
  return attributes;
}

/** Takes the label off a directive whose component has a title. Otherwise the label is content. */
function splitLabel(
  node: JsxElement | Directives,
  hasTitle: boolean,
): { label?: PhrasingContent[]; children: Nodes[] } {
  const children: readonly Nodes[] = node.children;
  if (!hasTitle || isJsxElement(node) || node.type === 'textDirective') return { children: [...children] };
  if (node.type === 'leafDirective')
    return node.children.length === 0 ? { children: [] } : { label: node.children, children: [] };
  const [first, ...rest] = children;
  const isLabel = first?.type === 'paragraph' && first.data && 'directiveLabel' in first.data;
  return isLabel ? { label: first.children, children: rest } : { children: [...children] };
}
