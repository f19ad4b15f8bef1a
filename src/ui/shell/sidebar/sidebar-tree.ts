import type { SidebarNode } from '../../page-data.ts';

export type CategoryNode = Extract<SidebarNode, { type: 'category' }>;

/** The reader's last action on a category. `at`: the page they were on. */
interface Choice {
  open: boolean;
  at: string;
}

export type Choices = Readonly<Record<string, Choice>>;

/** Key of a category across pages: its path of labels. */
export function formatCategoryKey(parent: string, label: string): string {
  return `${parent}/${label}`;
}

export function isCurrent(node: SidebarNode, path: string): boolean {
  return node.type !== 'html' && (node.current === true || node.href === path);
}

export function holdsCurrent(node: SidebarNode, path: string): boolean {
  if (isCurrent(node, path)) return true;
  return node.type === 'category' && node.items.some((item) => holdsCurrent(item, path));
}

/**
 * Whether a category is open. The branch of the current page opens when the reader arrives; they can close it while
 * they stay.
 */
export function isOpen(node: CategoryNode, path: string, choice: Choice | undefined): boolean {
  if (!node.collapsible) return true;
  if (holdsCurrent(node, path)) return choice === undefined || choice.open || choice.at !== path;
  return choice?.open ?? !node.collapsed;
}

/** Whether to show a node. Unlisted documents are shown only while the reader is on them. */
export function isListed(node: SidebarNode, path: string): boolean {
  switch (node.type) {
    case 'html':
      return true;
    case 'link':
      return node.unlisted !== true || isCurrent(node, path);
    case 'category':
      return (
        (node.href !== undefined && node.linkUnlisted !== true) ||
        node.more === true ||
        node.items.some((item) => isListed(item, path))
      );
  }
}

/** Whether a category that the reader opened has its items only in the sidebar file. */
export function needsWhole(
  nodes: readonly SidebarNode[],
  path: string,
  choices: Choices,
  parent = '',
): boolean {
  return nodes.some((node) => {
    if (node.type !== 'category') return false;
    const key = formatCategoryKey(parent, node.label);
    if (!isOpen(node, path, choices[key])) return false;
    return node.more === true || needsWhole(node.items, path, choices, key);
  });
}
