import type { Heading, Nodes, Root } from 'mdast';
import type {} from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { escapeArticleHtml } from '../../shared/html.ts';
import { readHtmlText } from '../../shared/unescape-html.ts';
import type { TocEntry } from '../article.ts';
import { visit } from './visit.ts';

/** A heading of one file, or the place where the headings of an imported file go. */
export type TocItem = TocEntry | { importedAs: string };

/** Collects headings of all levels below h1. `imported` has the local names of imported Markdown files. */
export function collectToc(tree: Root, importedNames: ReadonlySet<string>): TocItem[] {
  const items: TocItem[] = [];
  visit(tree, ['heading', 'mdxJsxFlowElement'], (node) => {
    if (node.type === 'heading' && node.depth > 1 && textOf(node)) items.push(createTocEntry(node));
    if (node.type === 'mdxJsxFlowElement' && node.name && importedNames.has(node.name)) {
      items.push({ importedAs: node.name });
    }
  });
  return items;
}

function createTocEntry(heading: Heading): TocEntry {
  const html = joinInlineHtml(heading.children);
  return {
    id: heading.data?.id ?? '',
    level: heading.depth,
    text: readHtmlText(html).replace(/\s+/g, ' ').trim(),
    html,
  };
}

/** Renders text, code and emphasis. Everything else, including links, is reduced to its text. */
function toInlineHtml(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return escapeArticleHtml(node.value);
    case 'inlineCode':
      return `<code>${escapeArticleHtml(node.value)}</code>`;
    case 'emphasis':
      return `<em>${joinInlineHtml(node.children)}</em>`;
    case 'strong':
      return `<strong>${joinInlineHtml(node.children)}</strong>`;
    case 'delete':
      return `<del>${joinInlineHtml(node.children)}</del>`;
    case 'link':
      return joinInlineHtml(node.children);
    // A tag in a CommonMark file. Text between tags is a node of its own.
    case 'html':
      return '';
    case 'mdxJsxTextElement': {
      if (node.name === 'img') return '';
      const inner = joinInlineHtml(node.children);
      return node.name && /^[a-z][a-z0-9]*$/.test(node.name) && node.name !== 'a' && inner !== ''
        ? `<${node.name}>${inner}</${node.name}>`
        : inner;
    }
    default:
      return escapeArticleHtml(textOf(node));
  }
}

/** Whitespace at the ends is removed, so that `<b> x </b>y` reads `xy`. */
function joinInlineHtml(nodes: readonly Nodes[]): string {
  return nodes.map(toInlineHtml).join('').trim();
}
