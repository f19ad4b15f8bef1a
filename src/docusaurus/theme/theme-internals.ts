import { Children, createElement, Fragment, isValidElement, type ReactNode, useMemo } from 'react';
import { buildSearchUrl } from '../../model/urls.ts';
import { ensureBasePath } from '../../model/written-links.ts';
import type { Modules } from './docusaurus.ts';
import { useIsBrowser } from './is-browser.ts';
import { useFacts } from './page-facts.ts';
import { forEachName, Nothing, PassThrough } from './page-frame.ts';
import { joinNames } from './text-of.ts';

/**
 * Exports of `@docusaurus/theme-common` for parts of the theme that the engine has itself. They return defaults, so
 * that components that happen to use them keep working.
 */

type Props = { children?: ReactNode };

const inBrowser = typeof document !== 'undefined';

/** Renders both variants. As in the theme, CSS shows one of them. */
function ThemedComponent({
  children,
  className,
}: {
  children: (values: { theme: string; className: string }) => ReactNode;
  className?: string;
}) {
  const joinClasses = (theme: string) => joinNames('themed-image', `themed-image--${theme}`, className);
  const themedChildren = ['light', 'dark'].map((theme) =>
    createElement(Fragment, { key: theme }, children({ theme, className: joinClasses(theme) })),
  );
  return createElement(Fragment, {}, themedChildren);
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
  const isBrowser = useIsBrowser();
  return new URLSearchParams(isBrowser ? location.search : '');
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
  const parameters = new URLSearchParams();
  for (const params of all) for (const [name, value] of params) parameters[mode](name, value);
  return parameters;
}

const mergeSearchStrings = (all: readonly (string | undefined)[], mode: 'append' | 'set' = 'append') => {
  const text = mergeSearchParams(
    all.map((item) => new URLSearchParams(item ?? '')),
    mode,
  ).toString();
  return text && `?${text}`;
};

function processAdmonitionProps({ children, ...props }: Props & { title?: ReactNode }) {
  const all = Children.toArray(children);
  const title = all.find((child) => isValidElement(child) && child.type === 'mdxAdmonitionTitle');
  const rest = title === undefined ? children : all.filter((child) => child !== title);
  const titleChildren = isValidElement<Props>(title) ? title.props.children : undefined;
  return {
    ...props,
    ...((props.title ?? titleChildren) ? { title: props.title ?? titleChildren } : {}),
    children: rest,
  };
}

interface TocItem {
  value: string;
  id: string;
  level: number;
}
type TocNode = TocItem & { children: TocNode[] };

function toTree(toc: readonly TocItem[]): TocNode[] {
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
    () => toTree(toc.filter(({ level }) => level >= minHeadingLevel && level <= maxHeadingLevel)),
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
  return (query) => ensureBasePath(buildSearchUrl(query), baseUrl);
}

export const themeInternals = {
  ThemedComponent,
  prefersReducedMotion: () => inBrowser && matchMedia('(prefers-reduced-motion: reduce)').matches,
  composeProviders,
  listTagsByLetters,
  useSearchQueryString: () => [useSearchParams().get('q') ?? '', () => {}],
  useSearchLinkCreator,
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
  useTreeifiedTOC: (toc: readonly TocItem[]) => useMemo(() => toTree(toc), [toc]),
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
  ...forEachName(
    'NavbarSecondaryMenuFiller SkipToContentLink UnlistedBannerTitle UnlistedBannerMessage UnlistedMetadata DraftBannerTitle DraftBannerMessage BlogAuthorsListViewAllLabel BlogAuthorNoPostsLabel',
    Nothing,
  ),
  ...forEachName(
    'ErrorCauseBoundary AnnouncementBarProvider TabsProvider CodeBlockContextProvider TitleFormatterProvider ScrollControllerProvider NavbarProvider',
    PassThrough,
  ),
  ...forEachName('useHistoryPopHandler useTOCHighlight', () => {}),
};

/** Client functions for blog posts, with the facts that every page has. */
const blogClient = {
  BlogPostProvider: PassThrough,
  useBlogPost: () => {
    const { page, blogs = {}, blogId } = useFacts();
    const { frontMatter = {}, description = '', title, path, toc = [] } = page;
    const posts = blogId === undefined ? [] : (blogs[blogId]?.posts ?? []);
    const post = posts.find(({ metadata }) => metadata.permalink === path);
    const metadata = post?.metadata ?? {
      title,
      permalink: path,
      description,
      frontMatter,
      tags: [],
      authors: [],
    };
    return { metadata, frontMatter, assets: {}, toc, isBlogPostPage: true };
  },
  useBlogMetadata: () => {
    const { site, blogs = {}, blogId = '' } = useFacts();
    return blogs[blogId]?.about ?? { blogBasePath: site.baseUrl, blogTitle: '', blogDescription: '' };
  },
  useBlogListPageStructuredData: () => ({}),
  useBlogPostStructuredData: () => ({}),
  BlogSidebarItemList: Nothing,
  groupBlogSidebarItemsByYear: () => [],
  useVisibleBlogSidebarItems: (items: unknown) => items,
};

export const blogModules: Modules = { '@docusaurus/plugin-content-blog/client': blogClient };
