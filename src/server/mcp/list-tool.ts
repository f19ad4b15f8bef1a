import type { CallToolResult } from '@modelcontextprotocol/server';
import type { SidebarNode } from '../../ui/page-data.ts';
import { failure, isData, quoted, text } from './answer.ts';
import type { Library } from './library.ts';

const LINES_MAX = 120;

interface WantedList {
  under?: string | undefined;
  sidebar?: string | undefined;
  offset?: number | undefined;
}

/** The tree of the documentation, two levels at a time. */
export async function listTool(
  library: Library,
  { under, sidebar, offset = 0 }: WantedList,
): Promise<CallToolResult> {
  const sidebars = await library.sidebars();
  const names = [...sidebars.keys()];
  if (sidebar !== undefined && !sidebars.has(sidebar))
    return failure(`There is no sidebar ${JSON.stringify(sidebar)}. There are: ${names.join(', ')}.`);
  const wanted = sidebar === undefined ? names : [sidebar];
  const lines: string[] = [];
  for (const name of wanted) {
    const nodes = sidebars.get(name) ?? [];
    const branch = under === undefined ? nodes : branchOf(nodes, under);
    if (branch === undefined) continue;
    if (wanted.length > 1) lines.push(`Sidebar ${name}:`);
    lines.push(...linesOf(library, branch, 0));
  }
  if (lines.length === 0 && under !== undefined) {
    return failure(
      `There is no category ${JSON.stringify(under)}. Give its name or its address, as this tool lists it without "under".`,
    );
  }
  const shown = lines.slice(offset, offset + LINES_MAX);
  const left = lines.length - offset - shown.length;
  return text(
    `${isData} A category says how many pages it has; give its name as "under" to see them.`,
    quoted(shown.join('\n')),
    left > 0 ? `Cut here: ${left} lines are left. Go on with offset ${offset + shown.length}.` : undefined,
  );
}

/** What is in a category that has this name, or this address; the first from the top. */
function branchOf(nodes: readonly SidebarNode[], under: string): readonly SidebarNode[] | undefined {
  const wanted = under.trim().toLowerCase();
  for (const node of nodes) {
    if (node.type !== 'category') continue;
    const isIt =
      node.label.toLowerCase() === wanted || (node.href && wanted.endsWith(node.href.toLowerCase()));
    const found = isIt ? node.items : branchOf(node.items, under);
    if (found) return found;
  }
  return undefined;
}

const DEPTH = 2;

function linesOf(library: Library, nodes: readonly SidebarNode[], depth: number): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'html' || (node.type === 'link' && node.unlisted)) return [];
    const address = node.href === undefined ? '' : `: ${library.addressOf(node.href)}`;
    const indent = '  '.repeat(depth);
    if (node.type !== 'category') return [`${indent}- ${node.label}${address}`];
    const line = `${indent}- ${node.label} (${countOf(node.items)} pages)${address}`;
    return depth + 1 < DEPTH ? [line, ...linesOf(library, node.items, depth + 1)] : [line];
  });
}

function countOf(nodes: readonly SidebarNode[]): number {
  return nodes.reduce((sum, node) => {
    if (node.type === 'category') return sum + (node.href === undefined ? 0 : 1) + countOf(node.items);
    return sum + (node.type === 'link' ? 1 : 0);
  }, 0);
}
