import type { CallToolResult } from '@modelcontextprotocol/server';
import { foldCase, toCanonicalText } from '../../shared/canonical-text.ts';
import { dataNotice, quoteDocumentation } from '../../shared/quote-documentation.ts';
import type { SidebarNode } from '../../ui/page-data.ts';
import { createFailureResult, createTextResult } from './answer.ts';
import type { Library } from './library.ts';

const LINES_MAX = 120;

interface ListInput {
  under?: string | undefined;
  sidebar?: string | undefined;
  offset?: number | undefined;
}

/** The tool `list_pages`: lists the tree of the documentation, two levels at a time. */
export async function listPageTree(
  library: Library,
  { under, sidebar: writtenSidebar, offset = 0 }: ListInput,
): Promise<CallToolResult> {
  const sidebar = writtenSidebar === undefined ? undefined : toCanonicalText(writtenSidebar);
  const sidebars = await library.readSidebars();
  const names = [...sidebars.keys()];
  if (sidebar !== undefined && !sidebars.has(sidebar))
    return createFailureResult(
      `Sidebar ${JSON.stringify(sidebar)} doesn't exist. Available sidebars: ${names.join(', ')}.`,
    );
  const requestedNames = sidebar === undefined ? names : [sidebar];
  const lines: string[] = [];
  for (const name of requestedNames) {
    const nodes = sidebars.get(name) ?? [];
    const branch = under === undefined ? nodes : findBranch(nodes, under);
    if (branch === undefined) continue;
    if (requestedNames.length > 1) lines.push(`Sidebar ${name}:`);
    lines.push(...formatTree(library, branch, 0));
  }
  if (lines.length === 0 && under !== undefined) {
    return createFailureResult(
      `Category ${JSON.stringify(under)} doesn't exist. Use a name or URL that this tool lists without "under".`,
    );
  }
  const shownLines = lines.slice(offset, offset + LINES_MAX);
  const linesLeft = lines.length - offset - shownLines.length;
  return createTextResult(
    `${dataNotice} To list the pages of a category, pass its name as "under".`,
    quoteDocumentation(shownLines.join('\n')),
    linesLeft > 0
      ? `Cut here: ${linesLeft} more lines. Continue with offset ${offset + shownLines.length}.`
      : undefined,
  );
}

/** The content of the first category with this name or URL. */
function findBranch(nodes: readonly SidebarNode[], under: string): readonly SidebarNode[] | undefined {
  const target = foldCase(under.trim());
  for (const node of nodes) {
    if (node.type !== 'category') continue;
    const isMatch = foldCase(node.label) === target || (node.href && target.endsWith(foldCase(node.href)));
    const branch = isMatch ? node.items : findBranch(node.items, under);
    if (branch) return branch;
  }
  return undefined;
}

const DEPTH = 2;

function formatTree(library: Library, nodes: readonly SidebarNode[], depth: number): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'html' || (node.type === 'link' && node.unlisted)) return [];
    const address = node.href === undefined ? '' : `: ${library.formatAddress(node.href)}`;
    const indent = '  '.repeat(depth);
    if (node.type !== 'category') return [`${indent}- ${node.label}${address}`];
    const line = `${indent}- ${node.label} (${countPages(node.items)} pages)${address}`;
    return depth + 1 < DEPTH ? [line, ...formatTree(library, node.items, depth + 1)] : [line];
  });
}

function countPages(nodes: readonly SidebarNode[]): number {
  return nodes.reduce((sum, node) => {
    if (node.type === 'category') return sum + (node.href === undefined ? 0 : 1) + countPages(node.items);
    return sum + (node.type === 'link' ? 1 : 0);
  }, 0);
}
