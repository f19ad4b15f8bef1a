import path from 'node:path';
import type { Element } from 'hast';
import type { BlockContent, Nodes, Parents, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { memoize } from '../../shared/memoize.ts';
import { explainRefusal } from '../../shared/site-boundary.ts';
import { type FileScope, isRefused, lookUp, publishText } from '../compilation.ts';
import { liveNode } from '../live-parts.ts';
import { describeFailure } from '../mdx/failure.ts';
import type { SiteComponent, SiteComponentHost, SitePart, SiteProps } from '../site-components.ts';
import { createPlainElement, isJsxElement, type JsxElement } from './code-nodes.ts';
import { parseMarkdown } from './parse.ts';
import { visit } from './visit.ts';

/**
 * Replaces the site's own components by the Markdown that they produce. This comes before every other step, so that the
 * others see a single document.
 */
export async function expandComponents(tree: Root, scope: FileScope): Promise<void> {
  const { components, forPreview = false } = scope.compilation.context;
  if (!components) return;
  const uses: { node: JsxElement; parent: Parents; component: SiteComponent }[] = [];
  const find = (parent: Parents) => {
    for (const node of parent.children) {
      // Components between the tags are expanded first, so that they are complete when this one places them.
      if ('children' in node) find(node);
      if (!isJsxElement(node)) continue;
      const component = Object.hasOwn(components, node.name ?? '') ? components[node.name ?? ''] : undefined;
      if (component) uses.push({ node, parent, component });
    }
  };
  find(tree);
  const host = createHost(scope);
  // One after the other, because a component may refer to statements of those above it.
  for (const { node, parent, component } of uses) {
    const result = await callComponent(node, component, host).catch(
      (error: unknown) => `The component fails: ${describeFailure(error, scope)}`,
    );
    if (typeof result === 'string')
      scope.report('site-component', `<${node.name}>: ${result}`, node.position?.start);
    const blocks =
      typeof result === 'string' ? [] : result.flatMap((part) => toBlocks(part, node, forPreview));
    // Wherever a component is allowed, so are blocks.
    const siblings: Nodes[] = parent.children;
    siblings.splice(siblings.indexOf(node), 1, ...blocks);
  }
}

/** Calls the component. Returns its parts, or the reason why there are none. */
async function callComponent(
  node: JsxElement,
  component: SiteComponent,
  host: SiteComponentHost,
): Promise<SitePart[] | string> {
  if (node.type === 'mdxJsxTextElement') return 'Write the element on lines of its own.';
  const props = readTextProps(node);
  if (typeof props === 'string') return props;
  // The site's code may not have been type-checked.
  const result: unknown = await component(props, host);
  if (typeof result === 'object' && result !== null && 'problem' in result) return String(result.problem);
  return isParts(result) ? result : 'The component must return a list of parts or a problem.';
}

function isParts(result: unknown): result is SitePart[] {
  return (
    Array.isArray(result) &&
    result.every((part) => typeof part === 'string' || (typeof part === 'object' && part !== null))
  );
}

/** Reads the attributes, or returns what is wrong with them. */
function readTextProps(node: MdxJsxFlowElement): SiteProps | string {
  const props: Record<string, string> = {};
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') return 'Write each attribute by itself, without {...spread}.';
    const { name, value } = attribute;
    if (typeof value !== 'string') return `Write the attribute \`${name}\` as text: ${name}="…".`;
    props[name] = value;
  }
  return props;
}

function toBlocks(part: SitePart, node: JsxElement, forPreview: boolean): RootContent[] {
  if (typeof part === 'string') return parsePart(part, node, forPreview);
  if ('element' in part) return [elementToBlock(part.element)];
  if ('summary' in part) return [createDetails(part, node, forPreview)];
  return part.live ? [createLiveBlock(part.live, node)] : node.children;
}

/** A summary has the content of its only paragraph, so that it may contain code and links. */
function createDetails({ summary, parts }: FoldedParts, node: JsxElement, forPreview: boolean): RootContent {
  const words = parsePart(summary, node, forPreview).flatMap((block) =>
    block.type === 'paragraph' ? block.children : [],
  );
  const children = [
    { ...createPlainElement('summary', {}), children: words },
    ...parts.flatMap((part) => toBlocks(part, node, forPreview)),
  ];
  const block: unknown = { ...createPlainElement('details', {}), children };
  return block as BlockContent;
}

type FoldedParts = Extract<SitePart, { summary: string }>;

function elementToBlock({ tagName, properties, children }: Element): RootContent {
  const block: unknown = { ...createPlainElement(tagName, properties, children), children: [] };
  return block as BlockContent;
}

/** Like `elementToBlock`, with blocks of the document inside. */
function createLiveBlock({ name, props }: LiveChildren, { children }: JsxElement): RootContent {
  const { tagName, properties } = liveNode(name, props, []);
  const slot = { ...createPlainElement('x-slot', {}), children };
  const block: unknown = { ...createPlainElement(tagName, properties), children: [slot] };
  return block as BlockContent;
}

type LiveChildren = NonNullable<Extract<SitePart, { children: true }>['live']>;

/** About ten of the longest pages of a reference have this many parts. */
const REMEMBERED_PARTS = 500;

/** Saving usually changes one part of a long page, and parsing the others would take half of the time. */
const parseCached = memoize(REMEMBERED_PARTS, parseWithoutPositions);

/** Parses a part. Problems in it are reported at the element, where the author can fix them. */
function parsePart(markdown: string, node: JsxElement, forPreview: boolean): RootContent[] {
  // Each document gets its own copy of the tree, because it changes the tree.
  const partTree = forPreview ? structuredClone(parseCached(markdown)) : parseWithoutPositions(markdown);
  visit(partTree, (child: Nodes) => {
    if (child.type !== 'code' && node.position) child.position = node.position;
  });
  return partTree.children;
}

function parseWithoutPositions(markdown: string): Root {
  const tree = parseMarkdown(markdown, 'mdx');
  visit(tree, (node: Nodes) => {
    delete node.position;
  });
  return tree;
}

function createHost({ compilation }: FileScope): SiteComponentHost {
  const { context, dependencies, document, statementsByName } = compilation;
  // Documents can name the file and its text is shown, so the rule for published files applies.
  const findFile = (pathAsWritten: string) => {
    const file = pathAsWritten.startsWith('@site/')
      ? path.join(context.siteDir, pathAsWritten.slice('@site/'.length))
      : path.join(context.docsDir, pathAsWritten);
    const result = lookUp(compilation, file, 'publish');
    if (result && isRefused(result)) throw new Error(explainRefusal(result.refusal, pathAsWritten, file));
    return result;
  };
  const pagePath = (document: string) => {
    for (const ending of ['.md', '.mdx', '/index.md', '/index.mdx']) {
      const permalink = dependencies.ask('docPath', context, document + ending);
      if (permalink !== undefined) return permalink;
    }
    return undefined;
  };
  return {
    text: (file) => findFile(file)?.bytes.toString('utf8'),
    data: (file, parse) => {
      const storedFile = findFile(file);
      return storedFile && parseOnce(storedFile, parse);
    },
    asset: (name, text) => publishText(compilation, name, text),
    connect: context.connect ?? [],
    pagePath,
    ownPath: document.path,
    said: statementsByName,
  };
}

type Parse = (text: string) => unknown;
const parseResults = new WeakMap<object, Map<Parse, unknown>>();

/** Parses a stored file once. It is the same object as long as the file doesn't change on disk. */
function parseOnce<Data>(file: { bytes: Buffer }, parse: (text: string) => Data): Data {
  const results = parseResults.get(file) ?? new Map<Parse, unknown>();
  parseResults.set(file, results);
  if (!results.has(parse)) results.set(parse, parse(file.bytes.toString('utf8')));
  // The line above stores a result of the same function.
  return results.get(parse) as Data;
}
