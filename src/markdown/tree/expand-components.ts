import path from 'node:path';
import type { Element } from 'hast';
import type { BlockContent, Nodes, Parents, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { memoize } from '../../shared/memoize.ts';
import { explainRefusal } from '../../shared/site-boundary.ts';
import { type FileScope, isRefused, lookUp, publishText } from '../compilation.ts';
import { liveNode } from '../live-parts.ts';
import { failureMessage } from '../mdx/failure.ts';
import type { SiteComponent, SiteComponentHost, SitePart, SiteProps } from '../site-components.ts';
import { isJsxElement, type JsxElement, plainElement } from './code-nodes.ts';
import { parseMarkdown } from './parse.ts';
import { visit } from './visit.ts';

/**
 * Replaces the site's own components by the Markdown that they stand for. It comes before every other step,
 * which then sees one document.
 */
export async function expandComponents(tree: Root, scope: FileScope): Promise<void> {
  const { components, forPreview = false } = scope.compilation.context;
  if (!components) return;
  const uses: { node: JsxElement; parent: Parents; component: SiteComponent }[] = [];
  const find = (parent: Parents) => {
    for (const node of parent.children) {
      // What is between its tags comes first: it is whole when the component places it.
      if ('children' in node) find(node);
      if (!isJsxElement(node)) continue;
      const component = Object.hasOwn(components, node.name ?? '') ? components[node.name ?? ''] : undefined;
      if (component) uses.push({ node, parent, component });
    }
  };
  find(tree);
  const host = hostOf(scope);
  // One after the other: a component may refer to what those above it said.
  for (const { node, parent, component } of uses) {
    const made = await partsOf(node, component, host).catch(
      (error: unknown) => `It fails: ${failureMessage(error, scope)}`,
    );
    if (typeof made === 'string')
      scope.report('site-component', `<${node.name}>: ${made}`, node.position?.start);
    const blocks = typeof made === 'string' ? [] : made.flatMap((part) => blocksOf(part, node, forPreview));
    // Blocks stand wherever a component may.
    const siblings: Nodes[] = parent.children;
    siblings.splice(siblings.indexOf(node), 1, ...blocks);
  }
}

/** What the component makes, or why it makes nothing. */
async function partsOf(
  node: JsxElement,
  component: SiteComponent,
  host: SiteComponentHost,
): Promise<SitePart[] | string> {
  if (node.type === 'mdxJsxTextElement') return 'It must be on lines of its own.';
  const props = textProps(node);
  if (typeof props === 'string') return props;
  // The site's code: its types may not have been looked at.
  const made: unknown = await component(props, host);
  if (typeof made === 'object' && made !== null && 'problem' in made) return String(made.problem);
  return isParts(made) ? made : 'It must return a list of parts, or a problem.';
}

function isParts(made: unknown): made is SitePart[] {
  return (
    Array.isArray(made) &&
    made.every((part) => typeof part === 'string' || (typeof part === 'object' && part !== null))
  );
}

/** The attributes, or what is wrong with them. */
function textProps(node: MdxJsxFlowElement): SiteProps | string {
  const props: Record<string, string> = {};
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') return 'Its attributes must be written one by one.';
    const { name, value } = attribute;
    if (typeof value !== 'string') return `Write the attribute \`${name}\` as text: ${name}="…".`;
    props[name] = value;
  }
  return props;
}

function blocksOf(part: SitePart, node: JsxElement, forPreview: boolean): RootContent[] {
  if (typeof part === 'string') return parseMade(part, node, forPreview);
  if ('element' in part) return [asBlock(part.element)];
  return part.live ? [liveBlock(part.live, node)] : node.children;
}

function asBlock({ tagName, properties, children }: Element): RootContent {
  const block: unknown = { ...plainElement(tagName, properties, children), children: [] };
  return block as BlockContent;
}

/** Likewise, with blocks of the document in it. */
function liveBlock({ name, props }: LiveChildren, { children }: JsxElement): RootContent {
  const { tagName, properties } = liveNode(name, props, []);
  const slot = { ...plainElement('x-slot', {}), children };
  const block: unknown = { ...plainElement(tagName, properties), children: [slot] };
  return block as BlockContent;
}

type LiveChildren = NonNullable<Extract<SitePart, { children: true }>['live']>;

/** Some ten of the longest pages of a reference. */
const REMEMBERED_PARTS = 500;

/** A save changes one part of a long page, and parsing the others takes half of the time. */
const remembered = memoize(REMEMBERED_PARTS, parseWithoutPositions);

/** Problems in what a component made are to be mended where it stands. */
function parseMade(markdown: string, node: JsxElement, forPreview: boolean): RootContent[] {
  // A tree of its own for each document, which will change it.
  const made = forPreview ? structuredClone(remembered(markdown)) : parseWithoutPositions(markdown);
  visit(made, (child: Nodes) => {
    if (child.type !== 'code' && node.position) child.position = node.position;
  });
  return made.children;
}

function parseWithoutPositions(markdown: string): Root {
  const tree = parseMarkdown(markdown, 'mdx');
  visit(tree, (node: Nodes) => {
    delete node.position;
  });
  return tree;
}

function hostOf({ compilation }: FileScope): SiteComponentHost {
  const { context, dependencies, document, said } = compilation;
  // Documents may name the file, and its text is shown: the rule for published files holds.
  const stored = (written: string) => {
    const file = written.startsWith('@site/')
      ? path.join(context.siteDir, written.slice('@site/'.length))
      : path.join(context.docsDir, written);
    const result = lookUp(compilation, file, 'publish');
    if (result && isRefused(result)) throw new Error(explainRefusal(result.refusal, written, file));
    return result;
  };
  const pagePath = (document: string) => {
    for (const ending of ['.md', '.mdx', '/index.md', '/index.mdx']) {
      const found = dependencies.ask('docPath', context, document + ending);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    text: (file) => stored(file)?.bytes.toString('utf8'),
    data: (file, parse) => {
      const found = stored(file);
      return found && parsedOnce(found, parse);
    },
    asset: (name, text) => publishText(compilation, name, text),
    connect: context.connect ?? [],
    pagePath,
    ownPath: document.path,
    said,
  };
}

type Parse = (text: string) => unknown;
const parsed = new WeakMap<object, Map<Parse, unknown>>();

/** A stored file is one object as long as it does not change on disk. */
function parsedOnce<Data>(file: { bytes: Buffer }, parse: (text: string) => Data): Data {
  const results = parsed.get(file) ?? new Map<Parse, unknown>();
  parsed.set(file, results);
  if (!results.has(parse)) results.set(parse, parse(file.bytes.toString('utf8')));
  // Put in by the line above, with the same function.
  return results.get(parse) as Data;
}
