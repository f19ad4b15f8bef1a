import type { Element, Root as HtmlRoot, RootContent } from 'hast';
import type { Nodes, Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { MarkdownFormat } from './parse.ts';
import { visit } from './visit.ts';

const converters = {
  mdx: unified().use(remarkRehype).freeze(),
  md: unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze(),
};

/** The HTML tree of a file without code; see `markOrigins` for what comes last. */
export function toHtmlTree(tree: Root, format: MarkdownFormat): HtmlRoot {
  const html = converters[format].runSync(tree) as Nodes | HtmlRoot;
  if (html.type !== 'root') throw new Error('A tree of Markdown became something other than a tree of HTML.');
  const root = html as HtmlRoot;
  if (format === 'md') root.children = settleRawCode(root.children);
  return root;
}

const htmlParser = unified().use(rehypeRaw).freeze();

/** Parses HTML as a browser would. */
export function parseHtml(html: string): RootContent[] {
  const root: HtmlRoot = { type: 'root', children: [{ type: 'raw', value: html }] };
  const parsed = htmlParser.runSync(root);
  return parsed.children;
}

/** Elements that come from Markdown get what the site's components add; raw elements stay as written. */
export function markOrigins(root: HtmlRoot): void {
  visit(root, 'element', (element: Element) => {
    if ('dataRaw' in element.properties) delete element.properties.dataRaw;
    else if (markedTags.has(element.tagName)) element.properties.dataMd = '';
  });
}

const markedTags = new Set(['a', 'img', 'pre', 'code', 'details', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * In a CommonMark file raw `<pre>` and `<code>` are what Markdown's own are: `<pre>` says nothing by itself,
 * and `<code>` is a block where it holds a line break, an element or nothing at all.
 */
function settleRawCode<Node extends RootContent>(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type !== 'element') return [node];
    const element: Element = node;
    element.children = settleRawCode(element.children);
    // What may hold `<pre>` or `<code>` may hold what becomes of them.
    if (element.tagName === 'pre') return element.children as Node[];
    return element.tagName === 'code' && !isInline(element) ? [blockOf(element) as Node] : [node];
  });
}

function isInline({ children }: Element): boolean {
  return (
    children.length > 0 && children.every((child) => child.type === 'text' && !child.value.includes('\n'))
  );
}

function blockOf(code: Element): Element {
  return { type: 'element', tagName: 'pre', properties: {}, children: [code] };
}
