import type { Element, Root as HtmlRoot, RootContent } from 'hast';
import type { Nodes, Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { ToHtmlOptions } from '../plugins/markdown-settings.ts';
import type { MarkdownFormat } from './parse.ts';
import { visit } from './visit.ts';

const createConverters = (options: ToHtmlOptions) => ({
  mdx: unified().use(remarkRehype, options).freeze(),
  md: unified()
    .use(remarkRehype, { ...options, allowDangerousHtml: true })
    .use(rehypeRaw)
    .freeze(),
});
const noOptions: ToHtmlOptions = {};
/** Converters by the options of a site. */
const converters = new WeakMap([[noOptions, createConverters(noOptions)]]);

/** Creates the HTML tree of a file without code. `markOrigins` has to run last. */
export function toHtmlTree(tree: Root, format: MarkdownFormat, options = noOptions): HtmlRoot {
  const convertersOfSite = converters.get(options) ?? createConverters(options);
  converters.set(options, convertersOfSite);
  const html = convertersOfSite[format].runSync(tree) as Nodes | HtmlRoot;
  if (html.type !== 'root') throw new Error('A tree of Markdown became something other than a tree of HTML.');
  const root = html as HtmlRoot;
  if (format === 'md') root.children = settleRawCode(root.children);
  return root;
}

const htmlParser = unified().use(rehypeRaw).freeze();

/** Parses HTML as a browser does. */
export function parseHtml(html: string): RootContent[] {
  const root: HtmlRoot = { type: 'root', children: [{ type: 'raw', value: html }] };
  const parsedTree = htmlParser.runSync(root);
  return parsedTree.children;
}

/**
 * Marks elements that come from Markdown, so that the site's components apply to them. Raw elements stay as written.
 */
export function markOrigins(root: HtmlRoot): void {
  visit(root, 'element', (element: Element) => {
    if ('dataRaw' in element.properties) delete element.properties.dataRaw;
    else if (tagsToMark.has(element.tagName)) element.properties.dataMd = '';
  });
}

const tagsToMark = new Set(['a', 'img', 'pre', 'code', 'details', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Treats raw `<pre>` and `<code>` in CommonMark files like those of Markdown: `<pre>` means nothing by itself, and
 * `<code>` is a block if it contains a line break or an element, or nothing.
 */
function settleRawCode<Node extends RootContent>(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type !== 'element') return [node];
    const element: Element = node;
    element.children = settleRawCode(element.children);
    // Wherever `<pre>` or `<code>` is allowed, so is their replacement.
    if (element.tagName === 'pre') return element.children as Node[];
    return element.tagName === 'code' && !isInline(element) ? [wrapInPre(element) as Node] : [node];
  });
}

function isInline({ children }: Element): boolean {
  return (
    children.length > 0 && children.every((child) => child.type === 'text' && !child.value.includes('\n'))
  );
}

function wrapInPre(code: Element): Element {
  return { type: 'element', tagName: 'pre', properties: {}, children: [code] };
}
