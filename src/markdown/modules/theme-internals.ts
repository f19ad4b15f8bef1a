import { Children, createElement, Fragment, isValidElement, type ReactNode, useMemo } from 'react';
import { searchUrl } from '../../model/urls.ts';
import { withBasePath } from '../../model/written-links.ts';
import type { Modules } from './docusaurus.ts';
import { useIsBrowser } from './is-browser.ts';
import { useFacts } from './page-facts.ts';
import { each, Nothing, Passing } from './page-frame.ts';
import { joined } from './text-of.ts';

/**
 * What `@docusaurus/theme-common` exports for parts of the theme, which are the engine's own here: answered so that a
 * component that uses it in passing works on.
 */

type Props = { children?: ReactNode };

const inBrowser = typeof document !== 'undefined';

/** Both are there, and a style sheet shows one: as in the theme. */
function ThemedComponent({
  children,
  className,
}: {
  children: (values: { theme: string; className: string }) => ReactNode;
  className?: string;
}) {
  const classes = (theme: string) => joined('themed-image', `themed-image--${theme}`, className);
  const shown = ['light', 'dark'].map((theme) =>
    createElement(Fragment, { key: theme }, children({ theme, className: classes(theme) })),
  );
  return createElement(Fragment, {}, shown);
}

function composeProviders(providers: readonly ((props: Props) => ReactNode)[]) {
  return ({ children }: Props) =>
    providers.reduceRight<ReactNode>((inner, provider) => createElement(provider, {}, inner), children);
}

interface Tag {
  label: string;
}

function listTagsByLetters(tags: readonly Tag[]) {
  const byLetter = Map.groupBy(tags, ({ label }) => (label[0] ?? '').toUpperCase());
  return [...byLetter]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([letter, list]) => ({ letter, tags: list.toSorted((a, b) => a.label.localeCompare(b.label)) }));
}

function useSearchParams(): URLSearchParams {
  const shown = useIsBrowser();
  return new URLSearchParams(shown ? location.search : '');
}

function useQueryStringList(key: string): [string[], (values: string[]) => void] {
  const values = useSearchParams().getAll(key);
  const set = (next: string[]) => {
    const address = new URL(location.href);
    address.searchParams.delete(key);
    for (const value of next) address.searchParams.append(key, value);
    location.assign(address);
  };
  return [values, set];
}

function mergeSearchParams(
  all: readonly URLSearchParams[],
  mode: 'append' | 'set' = 'append',
): URLSearchParams {
  const merged = new URLSearchParams();
  for (const params of all) for (const [name, value] of params) merged[mode](name, value);
  return merged;
}

const mergeSearchStrings = (all: readonly (string | undefined)[], mode: 'append' | 'set' = 'append') => {
  const text = mergeSearchParams(
    all.map((one) => new URLSearchParams(one ?? '')),
    mode,
  ).toString();
  return text && `?${text}`;
};

function processAdmonitionProps({ children, ...props }: Props & { title?: ReactNode }) {
  const all = Children.toArray(children);
  const title = all.find((child) => isValidElement(child) && child.type === 'mdxAdmonitionTitle');
  const rest = title === undefined ? children : all.filter((child) => child !== title);
  const found = isValidElement<Props>(title) ? title.props.children : undefined;
  return { ...props, ...((props.title ?? found) ? { title: props.title ?? found } : {}), children: rest };
}

interface TocItem {
  value: string;
  id: string;
  level: number;
}
type TocNode = TocItem & { children: TocNode[] };

function treeified(toc: readonly TocItem[]): TocNode[] {
  const roots: TocNode[] = [];
  const open: TocNode[] = [];
  for (const item of toc) {
    const node = { ...item, children: [] };
    while ((open.at(-1)?.level ?? 0) >= item.level) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function useFilteredAndTreeifiedTOC({
  toc,
  minHeadingLevel,
  maxHeadingLevel,
}: {
  toc: readonly TocItem[];
  minHeadingLevel: number;
  maxHeadingLevel: number;
}) {
  return useMemo(
    () => treeified(toc.filter(({ level }) => level >= minHeadingLevel && level <= maxHeadingLevel)),
    [toc, minHeadingLevel, maxHeadingLevel],
  );
}

function useDateTimeFormat(options: Intl.DateTimeFormatOptions = {}) {
  const { currentLocale } = useFacts().i18n;
  return new Intl.DateTimeFormat(currentLocale, options);
}

function extractLeadingEmoji(text: string) {
  const [emoji = null] = /^\p{Extended_Pictographic}\uFE0F?/u.exec(text) ?? [];
  return { emoji, rest: emoji === null ? text : text.slice(emoji.length) };
}

const parseLanguage = (className: string) => /language-(\S+)/.exec(className)?.[1];

export function useSearchLinkCreator(): (query: string) => string {
  const { baseUrl } = useFacts().site;
  return (query) => withBasePath(searchUrl(query), baseUrl);
}

export const themeInternals = {
  ThemedComponent,
  prefersReducedMotion: () => inBrowser && matchMedia('(prefers-reduced-motion: reduce)').matches,
  composeProviders,
  listTagsByLetters,
  useSearchQueryString: () => [useSearchParams().get('q') ?? '', () => {}],
  useSearchLinkCreator,
  useContextualSearchFilters: () => ({ locale: useFacts().i18n.currentLocale, tags: [] }),
  useAnchorTargetClassName: () => undefined,
  usePrismTheme: () => ({ plain: {}, styles: [] }),
  processAdmonitionProps,
  useQueryStringList,
  useClearQueryString: () => () => history.replaceState(history.state, '', location.pathname + location.hash),
  mergeSearchParams,
  mergeSearchStrings,
  SkipToContentFallbackId: 'content',
  ErrorBoundaryTryAgainButton: (props: Props) => createElement('button', { type: 'button', ...props }),
  ErrorBoundaryError: ({ error }: { error?: Error }) => createElement('p', {}, error?.message),
  ErrorBoundaryErrorMessageFallback: ({ error }: { error?: Error }) => createElement('p', {}, error?.message),
  sanitizeTabsChildren: (children: ReactNode) => Children.toArray(children),
  useTabs: () => ({ selectedValue: '', selectValue: () => {}, tabValues: [], lazy: false }),
  useTabsContextValue: () => ({}),
  useNavbarSecondaryMenu: () => ({ shown: false, hide: () => {}, content: undefined }),
  createCodeBlockMetadata: ({ code = '', className = '', title }: Record<string, string>) => ({
    code,
    className,
    title,
    language: parseLanguage(className),
    codeInput: code,
    lineClassNames: {},
  }),
  getPrismCssVariables: () => ({}),
  useCodeBlockContext: () => ({ metadata: {}, wordWrap: { isEnabled: false, toggle: () => {} } }),
  parseCodeBlockTitle: (metastring = '') => /title=(["'])(.*?)\1/.exec(metastring)?.[2] ?? '',
  parseLanguage,
  parseLines: (code: string) => ({ code, lineClassNames: {} }),
  getLineNumbersStart: () => undefined,
  containsLineNumbers: (metastring = '') => metastring.includes('showLineNumbers'),
  DEFAULT_SEARCH_TAG: 'default',
  useFilteredAndTreeifiedTOC,
  useTreeifiedTOC: (toc: readonly TocItem[]) => useMemo(() => treeified(toc), [toc]),
  useScrollPositionBlocker: () => ({ blockElementScrollPositionUntilNextRender: () => {} }),
  useHomePageRoute: () => ({ path: useFacts().site.baseUrl, exact: true }),
  extractLeadingEmoji,
  useDateTimeFormat,
  useHideableNavbar: () => ({ navbarRef: { current: null }, isNavbarVisible: true }),
  useCodeWordWrap: () => ({
    codeBlockRef: { current: null },
    isEnabled: false,
    isCodeScrollable: false,
    toggle: () => {},
  }),
  useDocCardDescriptionCategoryItemsPlural: () => (count: number) => String(count),
  useBlogTagsPostsPageTitle: ({ label }: Tag) => label,
  useBlogAuthorPageTitle: ({ name = '' }: { name?: string }) => name,
  translateBlogAuthorsListPageTitle: () => 'Authors',
  ...each(
    'NavbarSecondaryMenuFiller SkipToContentLink UnlistedBannerTitle UnlistedBannerMessage UnlistedMetadata DraftBannerTitle DraftBannerMessage BlogAuthorsListViewAllLabel BlogAuthorNoPostsLabel',
    Nothing,
  ),
  ...each(
    'ErrorCauseBoundary AnnouncementBarProvider TabsProvider CodeBlockContextProvider TitleFormatterProvider ScrollControllerProvider NavbarProvider',
    Passing,
  ),
  ...each('useHistoryPopHandler useTOCHighlight', () => {}),
};

/** Of posts there is what a page says of itself. */
const blogClient = {
  BlogPostProvider: Passing,
  useBlogPost: () => {
    const { page } = useFacts();
    const { frontMatter = {}, description = '', title, path } = page;
    const metadata = { title, permalink: path, description, frontMatter, tags: [], authors: [] };
    return { metadata, frontMatter, assets: {}, toc: [], isBlogPostPage: true };
  },
  useBlogMetadata: () => ({ blogBasePath: useFacts().site.baseUrl, blogTitle: '' }),
  useBlogListPageStructuredData: () => ({}),
  useBlogPostStructuredData: () => ({}),
  BlogSidebarItemList: Nothing,
  groupBlogSidebarItemsByYear: () => [],
  useVisibleBlogSidebarItems: (items: unknown) => items,
};

export const blogModules: Modules = { '@docusaurus/plugin-content-blog/client': blogClient };
