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
 * Converts a description, which is CommonMark with HTML, to Markdown without HTML, so that an unclosed tag can't affect
 * the rest of the page. Its headings are deeper than `level`.
 */
export function writeDescriptionBlocks(text: string | undefined, level: number): BlockContent[] {
  if (text === undefined) return [];
  const parsedTree = parser.parse(text);
  const tree = text.includes('<') ? toMdast(withHtml.runSync(parsedTree) as HtmlRoot) : parsedTree;
  const blocks = 'children' in tree ? (tree.children as RootContent[]) : [];
  const topLevel = Math.min(...listHeadingDepths(blocks));
  for (const block of blocks) deepenHeadings(block, level - topLevel + 1);
  return blocks.filter(isBlock);
}

/** Converts a description to a single line. */
export function writeDescriptionLine(text: string | undefined): PhrasingContent[] {
  const lines = writeDescriptionBlocks(text, 1).map((block): PhrasingContent[] =>
    block.type === 'paragraph' ? block.children : toInline(block),
  );
  return lines.flatMap((line, index) => (index === 0 ? line : [{ type: 'break' as const }, ...line]));
}

function toInline(node: Nodes): PhrasingContent[] {
  if (node.type === 'code') return [{ type: 'inlineCode', value: node.value }];
  if (node.type === 'paragraph' || node.type === 'heading') return node.children;
  if (!('children' in node)) return [];
  return node.children.flatMap((child, index) => [
    ...(index === 0 ? [] : [{ type: 'text' as const, value: ' · ' }]),
    ...(child.type === 'text' ? [child] : toInline(child)),
  ]);
}

function listHeadingDepths(blocks: readonly Nodes[]): number[] {
  const depths = blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : []));
  return depths.length > 0 ? depths : [1];
}

/** Makes headings deeper, and removes positions, which belong to another file. */
function deepenHeadings(node: Nodes, deeper: number): void {
  delete node.position;
  if (node.type === 'heading')
    node.depth = Math.min(6, Math.max(1, node.depth + deeper)) as typeof node.depth;
  if ('children' in node) for (const child of node.children) deepenHeadings(child, deeper);
}

/** Whether a node may be among blocks. Definitions of links may be, although their type isn't one of a block. */
function isBlock(node: RootContent): node is BlockContent {
  return node.type !== 'html' && node.type !== 'yaml';
}
