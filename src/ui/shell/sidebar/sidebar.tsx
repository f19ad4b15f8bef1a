import * as texts from 'virtual:site/texts';
import { type ReactNode, useEffect, useRef } from 'react';
import { remember } from '../../browser-storage.ts';
import type { PageData, ShellConfig, SidebarData } from '../../page-data.ts';
import { bringIntoView } from '../bring-into-view.ts';
import { NAVIGATION_ID } from '../element-ids.ts';
import { X } from '../icons.tsx';
import { NavbarItems, type NavbarPage } from '../navbar/navbar-items.tsx';
import { ReaderMenu } from '../navbar/reader-menu.tsx';
import { sidebarScrollStorageKey } from '../storage-keys.ts';
import { handleDrawerToggle } from './drawer.ts';
import { SidebarItems } from './sidebar-items.tsx';
import { useSidebarState } from './sidebar-state.ts';

interface Props {
  config: ShellConfig;
  page: NavbarPage & Pick<PageData, 'sidebar' | 'drawer' | 'administration'>;
  /** Whether the current page has no sidebar. */
  isEmpty: boolean;
}

/** The sidebar on wide screens. The same element is the drawer on narrow ones, without scripts too. */
export function Sidebar({ config, page, isEmpty }: Props) {
  const { drawer, sidebar = drawer, administration, path } = page;
  return (
    <aside
      id={NAVIGATION_ID}
      className="sidebar theme-doc-sidebar-container"
      popover="auto"
      aria-label={texts.docsSidebar}
      data-empty={isEmpty || undefined}
      onBeforeToggle={(event) => handleDrawerToggle(event.newState)}
      onToggle={(event) => {
        if (event.newState === 'open') event.currentTarget.querySelector('button')?.focus();
      }}
    >
      <div className="sidebar__top">
        <span className="sidebar__name">{config.name}</span>
        <button
          type="button"
          className="icon-button"
          popoverTarget={NAVIGATION_ID}
          popoverTargetAction="hide"
          aria-label={texts.closeNavigation}
        >
          <X size={20} />
        </button>
      </div>
      <SidebarScroll path={path}>
        <div className="sidebar__site">
          <NavbarItems config={config} page={page} menu="drawer" />
        </div>
        {administration && <SidebarMenu sidebar={administration} path={path} label={texts.administration} />}
        {sidebar && (
          <SidebarMenu key={sidebar.name} sidebar={sidebar} path={path} label={texts.docsSidebar} />
        )}
      </SidebarScroll>
      <div className="sidebar__bottom">
        <ReaderMenu config={config} path={path} place="drawer" />
      </div>
    </aside>
  );
}

interface MenuProps {
  sidebar: SidebarData;
  path: string;
  /** Accessible name. */
  label: string;
}

export function SidebarMenu({ sidebar, path, label }: MenuProps) {
  const state = useSidebarState(sidebar, path);
  return (
    <nav className="theme-doc-sidebar-menu" aria-label={label}>
      <SidebarItems nodes={state.nodes} parent="" level={1} path={path} state={state} />
    </nav>
  );
}

/** Stores the scroll position and scrolls to the current page when the reader arrives. */
function SidebarScroll({ path, children }: { path: string; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what brings a new current link
  useEffect(() => bringIntoView(scroller.current, '[aria-current="page"]'), [path]);
  useEffect(() => {
    const keep = () => remember('session', sidebarScrollStorageKey, String(scroller.current?.scrollTop ?? 0));
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
  return (
    <div className="sidebar__scroll" ref={scroller}>
      {children}
    </div>
  );
}
