import * as texts from 'virtual:site/texts';
import type { KeyboardEvent, MouseEvent } from 'react';
import { pageHref } from '../../../model/urls.ts';
import { encodeHref } from '../../../model/written-links.ts';
import type { SidebarNode } from '../../page-data.ts';
import { LoadError, Spinner } from '../drawing/loading.tsx';
import { ChevronRight } from '../icons.tsx';
import type { SidebarState } from './sidebar-state.ts';
import {
  type CategoryNode,
  formatCategoryKey,
  holdsCurrent,
  isCurrent,
  isListed,
  isOpen,
} from './sidebar-tree.ts';

interface ListProps {
  nodes: readonly SidebarNode[];
  /** Key of the parent category. */
  parent: string;
  /** Depth of the items, from 1 for those in no category. */
  level: number;
  path: string;
  state: SidebarState;
}

export function SidebarItems({ nodes, ...rest }: ListProps) {
  return (
    <ul className="menu__list">
      {nodes
        .filter((node) => isListed(node, rest.path))
        .map((node, index) => (
          // Items have no identity but their place, which the build gives them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <SidebarEntry key={index} node={node} {...rest} />
        ))}
    </ul>
  );
}

interface EntryProps<Node extends SidebarNode = SidebarNode> extends Omit<ListProps, 'nodes'> {
  node: Node;
}

function SidebarEntry({ node, ...rest }: EntryProps) {
  // Style sheets of sites aim at these classes of Docusaurus.
  const item = `theme-doc-sidebar-item-${node.type === 'category' ? 'category' : 'link'}`;
  const className = `${item} ${item}-level-${rest.level} menu__list-item ${node.className ?? ''}`.trimEnd();
  switch (node.type) {
    case 'html':
      // The owner's own HTML, out of sidebars.js.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      return <li className={className} dangerouslySetInnerHTML={{ __html: node.value }} />;
    case 'link':
      return (
        <li className={className}>
          <a
            className={joinLinkClasses(isCurrent(node, rest.path))}
            href={node.docId === undefined ? encodeHref(node.href) : pageHref(node.href)}
            aria-current={isCurrent(node, rest.path) ? 'page' : undefined}
            {...node.attributes}
          >
            {node.label}
          </a>
        </li>
      );
    case 'category':
      return (
        <li className={className}>
          <SidebarCategory node={node} {...rest} />
        </li>
      );
  }
}

function SidebarCategory({ node, parent, level, path, state }: EntryProps<CategoryNode>) {
  const key = formatCategoryKey(parent, node.label);
  const open = isOpen(node, path, state.choices[key]);
  const toggle = () => state.choose(key, !open);
  const className = joinLinkClasses(holdsCurrent(node, path));
  return (
    <>
      <div className="menu__list-item-collapsible">
        {node.href !== undefined ? (
          <a
            className={className}
            href={pageHref(node.href)}
            aria-current={isCurrent(node, path) ? 'page' : undefined}
            // A category is one stop of the Tab key: see `shortcuts.tsx`.
            onKeyDown={({ key }) => {
              if (node.collapsible && key === (open ? 'ArrowLeft' : 'ArrowRight')) toggle();
            }}
          >
            {node.label}
          </a>
        ) : (
          <CategoryLabel node={node} className={className} open={open} toggle={toggle} />
        )}
        {node.href !== undefined && node.collapsible && (
          <button
            type="button"
            className="menu__caret needs-script"
            tabIndex={-1}
            aria-expanded={open}
            aria-label={texts.categoryItems.replace('{label}', node.label)}
            onClick={toggle}
          >
            <ChevronRight size={16} className="caret" />
          </button>
        )}
      </div>
      {open && <CategoryItems node={node} parent={key} level={level + 1} path={path} state={state} />}
    </>
  );
}

/** Style sheets of sites know the current page, and the categories that contain it, by this class of Docusaurus. */
function joinLinkClasses(isActive: boolean): string {
  return isActive ? 'menu__link menu__link--active' : 'menu__link';
}

interface LabelProps {
  node: CategoryNode;
  className: string;
  open: boolean;
  toggle: () => void;
}

/** Label of a category without a page. It opens the category; without scripts it leads to its first document. */
function CategoryLabel({ node, className, open, toggle }: LabelProps) {
  if (!node.collapsible) return <span className={className}>{node.label}</span>;
  const content = (
    <>
      {node.label}
      <ChevronRight size={16} className="caret" />
    </>
  );
  if (node.firstHref === undefined) {
    return (
      <button
        type="button"
        className={`${className} menu__link--toggle`}
        aria-expanded={open}
        onClick={toggle}
      >
        {content}
      </button>
    );
  }
  const press = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    toggle();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button couldn't lead anywhere with scripts off
    <a
      className={`${className} menu__link--toggle`}
      role="button"
      href={pageHref(node.firstHref)}
      aria-expanded={open}
      onClick={press}
      onKeyDown={(event) => {
        if (event.key === ' ') press(event);
      }}
    >
      {content}
    </a>
  );
}

function CategoryItems({ node, ...rest }: EntryProps<CategoryNode>) {
  const { state } = rest;
  if (node.more !== true || state.whole === 'loaded') {
    if (node.items.length === 0) return null;
    return <SidebarItems nodes={node.items} {...rest} />;
  }
  return (
    <div className="menu__late">
      {state.whole === 'failed' ? <LoadError message={texts.notLoaded} onRetry={state.retry} /> : <Spinner />}
    </div>
  );
}
