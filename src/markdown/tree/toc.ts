import type { Heading, Nodes, Root } from 'mdast';
import type {} from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { escapeArticleHtml } from '../../shared/html.ts';
import { textOfHtml } from '../../shared/unescape-html.ts';
import type { TocEntry } from '../article.ts';
import { visit } from './visit.ts';

/** Headings of one file in order, and the places where an imported file's headings go. */
export type TocItem = TocEntry | { importedAs: string };

/** All levels below h1. `imported`: local names of imported Markdown files. */
export function collectToc(tree: Root, imported: ReadonlySet<string>): TocItem[] {
  const items: TocItem[] = [];
  visit(tree, ['heading', 'mdxJsxFlowElement'], (node) => {
    if (node.type === 'heading' && node.depth > 1 && textOf(node)) items.push(tocEntry(node));
    if (node.type === 'mdxJsxFlowElement' && node.name && imported.has(node.name)) {
      items.push({ importedAs: node.name });
    }
  });
  return items;
}

function tocEntry(heading: Heading): TocEntry {
  const html = childrenHtml(heading.children);
  return {
    id: heading.data?.id ?? '',
    level: heading.depth,
    text: textOfHtml(html).replace(/\s+/g, ' ').trim(),
    html,
  };
}

/** Text, code and emphasis; links and everything else only as their text. */
function inlineHtml(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return escapeArticleHtml(node.value);
    case 'inlineCode':
      return `<code>${escapeArticleHtml(node.value)}</code>`;
    case 'emphasis':
      return `<em>${childrenHtml(node.children)}</em>`;
    case 'strong':
      return `<strong>${childrenHtml(node.children)}</strong>`;
    case 'delete':
      return `<del>${childrenHtml(node.children)}</del>`;
    case 'link':
      return childrenHtml(node.children);
    // A tag of a CommonMark file; what stands between two tags is text of its own.
    case 'html':
      return '';
    case 'mdxJsxTextElement': {
      if (node.name === 'img') return '';
      const inner = childrenHtml(node.children);
      return node.name && /^[a-z][a-z0-9]*$/.test(node.name) && node.name !== 'a' && inner !== ''
        ? `<${node.name}>${inner}</${node.name}>`
        : inner;
    }
    default:
      return escapeArticleHtml(textOf(node));
  }
}

/** White space at the ends goes, so that `<b> x </b>y` reads `xy`. */
function childrenHtml(nodes: readonly Nodes[]): string {
  return nodes.map(inlineHtml).join('').trim();
}
