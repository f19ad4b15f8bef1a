import type { Root as HtmlRoot } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import type { BlockContent, Nodes, PhrasingContent, RootContent } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();
const withHtml = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();

/**
 * A description, which is CommonMark that may hold HTML, as Markdown alone: its HTML is read and written as Markdown, so
 * that an open tag can't reach beyond its place. Its headings come below `level`.
 */
export function descriptionBlocks(text: string | undefined, level: number): BlockContent[] {
  if (text === undefined) return [];
  const parsed = parser.parse(text);
  const tree = text.includes('<') ? toMdast(withHtml.runSync(parsed) as HtmlRoot) : parsed;
  const blocks = 'children' in tree ? (tree.children as RootContent[]) : [];
  const above = Math.min(...headingDepths(blocks));
  for (const block of blocks) settle(block, level - above + 1);
  return blocks.filter(isBlock);
}

/** The same where only a line has room. */
export function descriptionLine(text: string | undefined): PhrasingContent[] {
  const lines = descriptionBlocks(text, 1).map((block): PhrasingContent[] =>
    block.type === 'paragraph' ? block.children : inlineOf(block),
  );
  return lines.flatMap((line, at) => (at === 0 ? line : [{ type: 'break' as const }, ...line]));
}

function inlineOf(node: Nodes): PhrasingContent[] {
  if (node.type === 'code') return [{ type: 'inlineCode', value: node.value }];
  if (node.type === 'paragraph' || node.type === 'heading') return node.children;
  if (!('children' in node)) return [];
  return node.children.flatMap((child, at) => [
    ...(at === 0 ? [] : [{ type: 'text' as const, value: ' · ' }]),
    ...(child.type === 'text' ? [child] : inlineOf(child)),
  ]);
}

function headingDepths(blocks: readonly Nodes[]): number[] {
  const depths = blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : []));
  return depths.length > 0 ? depths : [1];
}

/** Deepens headings, and forgets positions: they are those of another file. */
function settle(node: Nodes, deeper: number): void {
  delete node.position;
  if (node.type === 'heading')
    node.depth = Math.min(6, Math.max(1, node.depth + deeper)) as typeof node.depth;
  if ('children' in node) for (const child of node.children) settle(child, deeper);
}

/** Definitions of links are no blocks by their type, and stand where blocks do. */
function isBlock(node: RootContent): node is BlockContent {
  return node.type !== 'html' && node.type !== 'yaml';
}
