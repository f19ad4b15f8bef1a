import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { selectPluralForm } from '../../shared/plural.ts';
import {
  createStorageSlot,
  useColorMode,
  useQueryString,
  useStorageSlot,
  useWindowSize,
} from './browser-state.ts';
import { docsClient } from './docs-client.ts';
import { type Modules, useLocation } from './docusaurus.ts';
import { IslandDetails } from './island-theme.ts';
import { useFacts } from './page-facts.ts';
import { forEachName, PageMetadata, PassThrough } from './page-frame.ts';
import { blogModules, themeInternals, useSearchLinkCreator } from './theme-internals.ts';

/** Exports of `@docusaurus/theme-common` that components use. */

function useThemeConfig(): Record<string, unknown> {
  const { themeConfig } = useFacts().site;
  return { docs: { sidebar: {} }, navbar: { items: [] }, prism: {}, colorMode: {}, ...themeConfig };
}

function usePluralForm() {
  const { currentLocale } = useFacts().i18n;
  return {
    selectMessage(count: number, pluralMessages: string): string {
      return selectPluralForm(pluralMessages, count, currentLocale);
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

class ReactContextError extends Error {
  constructor(provider: string, extra = '') {
    super(`A hook is used outside of <${provider}>. ${extra}`);
    this.name = 'ReactContextError';
  }
}

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

const isSamePath = (path?: string, other?: string) => path?.replace(/\/$/, '') === other?.replace(/\/$/, '');

/** Turns `doc-footer` into the key `docFooter` with the class `theme-doc-footer`. */
const createClassNames = (names: string) =>
  Object.fromEntries(
    names
      .split(' ')
      .map((name) => [name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()), `theme-${name}`]),
  );

/** Class names that the engine's elements have too, so that the owner's style sheets apply. */
const ThemeClassNames = {
  page: {
    blogListPage: 'blog-list-page',
    blogPostPage: 'blog-post-page',
    blogTagsListPage: 'blog-tags-list-page',
    blogTagPostListPage: 'blog-tags-post-list-page',
    blogAuthorsListPage: 'blog-authors-list-page',
    blogAuthorsPostsPage: 'blog-authors-posts-page',
    docsDocPage: 'docs-doc-page',
    docsTagsListPage: 'docs-tags-list-page',
    docsTagDocListPage: 'docs-tags-doc-list-page',
    mdxPage: 'mdx-page',
  },
  wrapper: {
    main: 'main-wrapper',
    blogPages: 'blog-wrapper',
    docsPages: 'docs-wrapper',
    mdxPages: 'mdx-wrapper',
  },
  common: {
    ...createClassNames(
      'edit-this-page last-updated back-to-top-button code-block admonition unlisted-banner draft-banner',
    ),
    admonitionType: (type: string) => `theme-admonition-${type}`,
  },
  announcementBar: { container: 'theme-announcement-bar' },
  tabs: { container: 'theme-tabs-container' },
  layout: {
    navbar: {
      container: 'theme-layout-navbar',
      containerLeft: 'theme-layout-navbar-left',
      containerRight: 'theme-layout-navbar-right',
      mobileSidebar: {
        container: 'theme-layout-navbar-sidebar',
        panel: 'theme-layout-navbar-sidebar-panel',
      },
    },
    main: { container: 'theme-layout-main' },
    footer: { container: 'theme-layout-footer', column: 'theme-layout-footer-column' },
  },
  docs: {
    ...createClassNames(
      'doc-version-banner doc-version-badge doc-breadcrumbs doc-markdown doc-toc-mobile doc-toc-desktop doc-footer doc-footer-tags-row doc-footer-edit-meta-row doc-sidebar-container doc-sidebar-menu doc-sidebar-item-category doc-sidebar-item-link',
    ),
    docSidebarItemCategoryLevel: (level: number) => `theme-doc-sidebar-item-category-level-${level}`,
    docSidebarItemLinkLevel: (level: number) => `theme-doc-sidebar-item-link-level-${level}`,
    docCard: Object.fromEntries(
      ['container', 'heading', 'icon', 'title', 'description'].map((part) => [
        part,
        `theme-doc-card-${part}`,
      ]),
    ),
  },
  blog: createClassNames('blog-footer-tags-row blog-footer-edit-meta-row'),
  pages: { pageFooterEditMetaRow: 'theme-pages-footer-edit-meta-row' },
};

const themeCommon = {
  ...docsClient,
  ...themeInternals,
  useColorMode,
  useContextualSearchFilters: () => ({
    locale: useFacts().i18n.currentLocale,
    tags: ['default', ...docsClient.useDocsContextualSearchTags()],
  }),
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
  useIsomorphicLayoutEffect: useEffect,
  useTitleFormatter,
  useSmoothScrollTo: () => ({ startScroll: scroll.smoothScrollTo, cancelScroll: () => {} }),
  useBackToTopButton: () => ({ shown: false, scrollToTop: () => scrollTo({ top: 0 }) }),
  useScrollController: () => ({
    scrollEventsEnabledRef: { current: true },
    enableScrollEvents: () => {},
    disableScrollEvents: () => {},
  }),
  useSearchPage: () => ({
    searchQuery: '',
    setSearchQuery: () => {},
    generateSearchPageLink: useSearchLinkCreator(),
  }),
  useAlternatePageUtils: () => ({ createUrl: () => useLocation().pathname }),
  useAnnouncementBar: () => ({ isActive: false, close: () => {} }),
  useNavbarMobileSidebar: () => ({ disabled: true, shouldRender: false, toggle: () => {}, shown: false }),
  useShallowMemoObject: <T>(value: T) => value,
  isSamePath: isSamePath,
  isRegexpStringMatch: (pattern?: string, text?: string) =>
    pattern !== undefined && text !== undefined && new RegExp(pattern, 'gi').test(text),
  isMultiColumnFooterLinks: (links: readonly object[]) => links.some((link) => 'title' in link),
  duplicates: <T>(list: readonly T[]) => list.filter((candidate, index) => list.indexOf(candidate) !== index),
  uniq: <T>(list: readonly T[]) => [...new Set(list)],
  groupBy: Object.groupBy,
  translateTagsPageTitle: () => 'Tags',
  PageMetadata,
  useHtmlClassName: () => useContext(HtmlClass),
  splitNavbarItems: (items: readonly { position?: string }[]) => [
    items.filter(({ position }) => position === 'left'),
    items.filter(({ position }) => position !== 'left'),
  ],
  ReactContextError,
  ...forEachName('HtmlClassNameProvider PluginHtmlClassNameProvider ColorModeProvider', PassThrough),
  ...forEachName('useLocationChange useScrollPosition useLockBodyScroll', () => {}),
};

export const themeCommonModules: Modules = {
  '@docusaurus/theme-common': themeCommon,
  ...blogModules,
};
