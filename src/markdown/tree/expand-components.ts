import path from 'node:path';
import type { Element } from 'hast';
import type { BlockContent, Nodes, Parents, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { type FileScope, lookUp } from '../compilation.ts';
import type { SiteComponentHost, SitePart, SiteProps } from '../site-components.ts';
import { parseMarkdown } from './parse.ts';
import type { ParsedParts } from './parsed-parts.ts';
import { SKIP, visit } from './visit.ts';

/**
 * Replaces the site's own components by the Markdown that they stand for. It comes before every other step,
 * which then sees one document.
 */
export function expandComponents(tree: Root, scope: FileScope): void {
  const { components, parsed } = scope.compilation.context;
  if (!components) return;
  const host = hostOf(scope);
  visit(tree, (node, index, parent) => {
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return undefined;
    const component = Object.hasOwn(components, node.name ?? '') ? components[node.name ?? ''] : undefined;
    if (!component || !parent || index === undefined) return undefined;
    const place = node.position?.start;
    const refuse = (message: string): [typeof SKIP, number] => {
      scope.report('site-component', `<${node.name}>: ${message}`, place);
      parent.children.splice(index, 1);
      return [SKIP, index];
    };
    if (node.type === 'mdxJsxTextElement') return refuse('It must stand on lines of its own.');
    const props = textProps(node);
    if (typeof props === 'string') return refuse(props);
    const made = component(props, host);
    if ('problem' in made) return refuse(made.problem);
    const blocks = made.flatMap((part) => blocksOf(part, node, parsed));
    // Blocks stand wherever a component may.
    (parent as Parents).children.splice(index, 1, ...(blocks as never[]));
    return [SKIP, index + blocks.length];
  });
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

function blocksOf(part: SitePart, node: MdxJsxFlowElement, parsed: ParsedParts | undefined): RootContent[] {
  if (typeof part === 'string') return parseMade(part, node, parsed);
  if ('children' in part) return node.children;
  return [asBlock(part.element)];
}

/** mdast knows no plain elements: a node of an unknown type with `hName` becomes one in HTML. */
function asBlock({ tagName, properties, children }: Element): RootContent {
  const data = { hName: tagName, hProperties: properties, hChildren: children };
  const block: unknown = { type: 'plainElement', data, children: [] };
  return block as BlockContent;
}

/** Problems in what a component made are to be mended where it stands. */
function parseMade(
  markdown: string,
  node: MdxJsxFlowElement,
  parsed: ParsedParts | undefined,
): RootContent[] {
  const made = parsed ? parsed.tree(markdown) : parseMarkdown(markdown, 'mdx');
  visit(made, (child: Nodes) => {
    if (child.type !== 'code' && node.position) child.position = node.position;
    else delete child.position;
  });
  return made.children;
}

function hostOf({ compilation }: FileScope): SiteComponentHost {
  const { context, dependencies, document, said } = compilation;
  const stored = (file: string) =>
    lookUp(
      compilation,
      file.startsWith('@site/')
        ? path.join(context.siteDir, file.slice('@site/'.length))
        : path.join(context.docsDir, file),
    );
  const pagePath = (document: string) => {
    for (const ending of ['.md', '.mdx', '/index.md', '/index.mdx']) {
      const found = dependencies.docPath(context, document + ending);
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
