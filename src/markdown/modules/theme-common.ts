import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { docsClient } from './docs-client.ts';
import { type Modules, useIsBrowser, useLocation } from './docusaurus.ts';
import { IslandDetails } from './island-theme.ts';
import { useFacts } from './page-facts.ts';
import { PageMetadata } from './page-frame.ts';
import { blogModules, themeInternals } from './theme-internals.ts';

/** What `@docusaurus/theme-common` exports, as far as components use it. */

type Mode = 'light' | 'dark';

function shownMode(): Mode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function onModeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** At build `light`, as there; the reader's as soon as a browser shows it. */
function useColorMode() {
  const colorMode = useSyncExternalStore(onModeChange, shownMode, (): Mode => 'light');
  const setColorMode = useCallback((mode: Mode | null) => {
    document.documentElement.dataset.theme = mode ?? 'light';
  }, []);
  return {
    colorMode,
    colorModeChoice: colorMode,
    isDarkTheme: colorMode === 'dark',
    setColorMode,
    setLightTheme: () => setColorMode('light'),
    setDarkTheme: () => setColorMode('dark'),
  };
}

function useThemeConfig(): Record<string, unknown> {
  const { themeConfig } = useFacts().site;
  return { docs: { sidebar: {} }, navbar: { items: [] }, prism: {}, colorMode: {}, ...themeConfig };
}

type WindowSize = 'desktop' | 'mobile' | 'ssr';

function useWindowSize({ desktopBreakpoint = 996 } = {}): WindowSize {
  const listen = (listener: () => void) => {
    addEventListener('resize', listener);
    return () => removeEventListener('resize', listener);
  };
  const size = (): WindowSize => (innerWidth > desktopBreakpoint ? 'desktop' : 'mobile');
  return useSyncExternalStore(listen, size, (): WindowSize => 'ssr');
}

/** The forms of a number stand one after the other: `one item|{count} items`. */
function usePluralForm() {
  const { currentLocale } = useFacts().i18n;
  return {
    selectMessage(count: number, pluralMessages: string): string {
      const forms = pluralMessages.split('|');
      if (forms.length === 1) return pluralMessages;
      const rules = new Intl.PluralRules(currentLocale);
      const { pluralCategories } = rules.resolvedOptions();
      const order = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) =>
        (pluralCategories as readonly string[]).includes(form),
      );
      const at = order.indexOf(rules.select(count));
      return forms[Math.min(at, forms.length - 1)] ?? pluralMessages;
    },
  };
}

function useCollapsible({ initialState }: { initialState: boolean | (() => boolean) }) {
  const [collapsed, setCollapsed] = useState(initialState);
  return { collapsed, setCollapsed, toggleCollapsed: () => setCollapsed((was) => !was) };
}

interface CollapsibleProps {
  collapsed: boolean;
  children?: ReactNode;
  className?: string;
  as?: string;
}

function Collapsible({ collapsed, children, className, as = 'div' }: CollapsibleProps) {
  return createElement(as, { className, hidden: collapsed }, children);
}

function usePrevious<T>(value: T): T | undefined {
  const last = useRef<T>(undefined);
  useEffect(() => {
    last.current = value;
  });
  return last.current;
}

function useEvent<Arguments extends unknown[], Result>(callback: (...values: Arguments) => Result) {
  const last = useRef(callback);
  useEffect(() => {
    last.current = callback;
  }, [callback]);
  return useCallback((...values: Arguments) => last.current(...values), []);
}

interface Slot {
  get(): string | null;
  set(value: string): void;
  del(): void;
  listen(onChange: (event: StorageEvent) => void): () => void;
}

function createStorageSlot(key: string): Slot {
  const kept = () => (typeof localStorage === 'undefined' ? undefined : localStorage);
  return {
    get: () => kept()?.getItem(key) ?? null,
    set: (value) => kept()?.setItem(key, value),
    del: () => kept()?.removeItem(key),
    listen(onChange) {
      const listener = (event: StorageEvent) => event.key === key && onChange(event);
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}

function useStorageSlot(key: string | null): [string | null, Slot] {
  const slot = createStorageSlot(key ?? '');
  const none = () => null;
  const value = useSyncExternalStore(slot.listen, key === null ? none : slot.get, none);
  return [value, slot];
}

/** The value behind `?key=` of the page's address. */
function useQueryString(key: string): [string, (value: string) => void] {
  const shown = useIsBrowser();
  const [, redraw] = useState(0);
  const value = shown ? (new URLSearchParams(location.search).get(key) ?? '') : '';
  const set = (next: string) => {
    const address = new URL(location.href);
    if (next) address.searchParams.set(key, next);
    else address.searchParams.delete(key);
    history.replaceState(history.state, '', address);
    redraw((was) => was + 1);
  };
  return [value, set];
}

class ReactContextError extends Error {
  constructor(provider: string, extra = '') {
    super(`A hook is used outside of <${provider}>. ${extra}`);
    this.name = 'ReactContextError';
  }
}

const Passing = ({ children }: { children?: ReactNode }) => createElement(Fragment, {}, children);
const HtmlClass = createContext('');

function useTitleFormatter() {
  const { site } = useFacts();
  return { format: (title = '') => [title, site.title].filter(Boolean).join(` ${site.titleDelimiter} `) };
}

const scroll = {
  smoothScrollTo: (top: number) => {
    scrollTo({ top, behavior: 'smooth' });
    return () => {};
  },
};

const samePath = (path?: string, other?: string) => path?.replace(/\/$/, '') === other?.replace(/\/$/, '');

const className = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `theme-${name}`]));

/** Names that are on our elements too, so that owners' rules find them. */
const ThemeClassNames = {
  page: { blogListPage: 'blog-list-page', blogPostPage: 'blog-post-page', docsDocPage: 'docs-doc-page' },
  wrapper: {
    main: 'main-wrapper',
    blogPages: 'blog-wrapper',
    docsPages: 'docs-wrapper',
    mdxPages: 'mdx-wrapper',
  },
  common: {
    ...className('edit-this-page', 'last-updated', 'back-to-top-button', 'admonition'),
    editThisPage: 'theme-edit-this-page',
    lastUpdated: 'theme-last-updated',
    backToTopButton: 'theme-back-to-top-button',
    codeBlock: 'theme-code-block',
    admonition: 'theme-admonition',
    unlistedBanner: 'theme-unlisted-banner',
    draftBanner: 'theme-draft-banner',
    admonitionType: (type: string) => `theme-admonition-${type}`,
  },
  announcementBar: { container: 'theme-announcement-bar' },
  layout: {
    navbar: { container: 'theme-layout-navbar', containerLeft: '', containerRight: '', mobileSidebar: {} },
    main: { container: 'theme-layout-main' },
    footer: { container: 'theme-layout-footer', column: 'theme-layout-footer-column' },
  },
  docs: {
    docVersionBanner: 'theme-doc-version-banner',
    docVersionBadge: 'theme-doc-version-badge',
    docBreadcrumbs: 'theme-doc-breadcrumbs',
    docMarkdown: 'theme-doc-markdown',
    docTocMobile: 'theme-doc-toc-mobile',
    docTocDesktop: 'theme-doc-toc-desktop',
    docFooter: 'theme-doc-footer',
    docSidebarContainer: 'theme-doc-sidebar-container',
    docSidebarMenu: 'theme-doc-sidebar-menu',
    docSidebarItemCategory: 'theme-doc-sidebar-item-category',
    docSidebarItemLink: 'theme-doc-sidebar-item-link',
  },
  blog: { blogFooterTagsRow: 'theme-blog-footer-tags-row' },
  pages: { pageFooterEditMetaRow: 'theme-pages-footer-edit-meta-row' },
};

const themeCommon = {
  ...docsClient,
  ...themeInternals,
  useColorMode,
  useThemeConfig,
  useWindowSize,
  usePluralForm,
  useCollapsible,
  Collapsible,
  Details: IslandDetails,
  ThemeClassNames,
  usePrevious,
  useEvent,
  useStorageSlot,
  createStorageSlot,
  listStorageKeys: () => (typeof localStorage === 'undefined' ? [] : Object.keys(localStorage)),
  useQueryString,
  useQueryStringValue: (key: string | null) => useQueryString(key ?? '')[0] || null,
  useHistorySelector: (selector: (history: { location: unknown }) => unknown) =>
    selector({ location: useLocation() }),
  useLocalPathname: () => useLocation().pathname,
  useLocationChange: () => {},
  useIsomorphicLayoutEffect: useEffect,
  useTitleFormatter,
  useSmoothScrollTo: () => ({ startScroll: scroll.smoothScrollTo, cancelScroll: () => {} }),
  useBackToTopButton: () => ({ shown: false, scrollToTop: () => scrollTo({ top: 0 }) }),
  useScrollController: () => ({
    scrollEventsEnabledRef: { current: true },
    enableScrollEvents: () => {},
    disableScrollEvents: () => {},
  }),
  useScrollPosition: () => {},
  useSearchPage: () => ({
    searchQuery: '',
    setSearchQuery: () => {},
    generateSearchPageLink: (query: string) => `/search?q=${encodeURIComponent(query)}`,
  }),
  useAlternatePageUtils: () => ({ createUrl: () => useLocation().pathname }),
  useAnnouncementBar: () => ({ isActive: false, close: () => {} }),
  useLockBodyScroll: () => {},
  useNavbarMobileSidebar: () => ({ disabled: true, shouldRender: false, toggle: () => {}, shown: false }),
  useShallowMemoObject: <T>(value: T) => value,
  isSamePath: samePath,
  isRegexpStringMatch: (pattern?: string, text?: string) =>
    pattern !== undefined && text !== undefined && new RegExp(pattern, 'gi').test(text),
  isMultiColumnFooterLinks: (links: readonly object[]) => links.some((link) => 'title' in link),
  duplicates: <T>(list: readonly T[]) => list.filter((one, at) => list.indexOf(one) !== at),
  uniq: <T>(list: readonly T[]) => [...new Set(list)],
  groupBy: Object.groupBy,
  translateTagsPageTitle: () => 'Tags',
  PageMetadata,
  HtmlClassNameProvider: Passing,
  PluginHtmlClassNameProvider: Passing,
  ColorModeProvider: Passing,
  useHtmlClassName: () => useContext(HtmlClass),
  splitNavbarItems: (items: readonly { position?: string }[]) => [
    items.filter(({ position }) => position === 'left'),
    items.filter(({ position }) => position !== 'left'),
  ],
  ReactContextError,
};

export const themeCommonModules: Modules = {
  '@docusaurus/theme-common': themeCommon,
  ...blogModules,
};
