import { createElement, Fragment, type ReactNode, useContext, useEffect, useState } from 'react';
import { withLinkSlash } from '../../model/written-links.ts';
import { allDocs } from './docs-client.ts';
import { collectAnchor, currentFacts, InIsland, type PageFacts, useFacts } from './page-facts.ts';
import { Head, Nothing, Passing } from './page-frame.ts';
import { textOf } from './text-of.ts';

/** What `@docusaurus/…` exports, as it is meant here. Runs at build and in the browser. */

type Props = Record<string, unknown> & { children?: ReactNode };
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const inBrowser = typeof document !== 'undefined';

/** True from the first effect on, as everywhere where the server's HTML comes first. */
export function useIsBrowser(): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return shown;
}

function BrowserOnly({ children, fallback }: Props): ReactNode {
  const shown = useIsBrowser();
  if (!shown) return createElement(Fragment, {}, (fallback as ReactNode) ?? null);
  return typeof children === 'function' ? (children as () => ReactNode)() : null;
}

/** In an article the last step resolves the address. */
const Link = ({
  to,
  href,
  children,
  isNavLink: _nav,
  activeClassName: _active,
  autoAddBaseUrl,
  'data-noBrokenLinkCheck': _check,
  ...rest
}: Props) => {
  const facts = useFacts();
  const island = useContext(InIsland);
  const address = to ?? href;
  if (!island) {
    const plain = autoAddBaseUrl === false ? { 'data-plain': '' } : {};
    return createElement('a', { 'data-md': '', href: address, ...plain, ...rest }, children);
  }
  const own = typeof address === 'string' && autoAddBaseUrl !== false;
  const outside = typeof address === 'string' && /^https?:/.test(address);
  const elsewhere = outside ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return createElement(
    'a',
    {
      href: own ? withLinkSlash(withBase(address, facts), facts.site.trailingSlash) : address,
      ...elsewhere,
      ...rest,
    },
    children,
  );
};

function fill(text: string, values: Record<string, ReactNode> = {}): ReactNode[] {
  return text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name !== undefined && name in values ? values[name] : part;
  });
}

interface Message {
  id?: string;
  message?: string;
}

function worded({ id, message }: Message, { messages }: PageFacts): string {
  const key = id ?? message ?? '';
  return messages[key] ?? message ?? id ?? '';
}

/** The text stands between the tags, or in `message`; placeholders in braces. */
function translate(input: Message = {}, values?: Record<string, ReactNode>): string {
  return fill(worded(input, currentFacts()), values).map(textOf).join('');
}

function Translate({ children, id, values }: Props): ReactNode {
  const facts = useFacts();
  const message = typeof children === 'string' ? { message: children } : {};
  const text = worded({ ...message, ...(typeof id === 'string' ? { id } : {}) }, facts);
  return createElement(Fragment, {}, ...fill(text, values as Record<string, ReactNode>));
}

function Interpolate({ children, values }: Props): ReactNode {
  const text = typeof children === 'string' ? children : '';
  return createElement(Fragment, {}, ...fill(text, values as Record<string, ReactNode>));
}

interface BaseOptions {
  absolute?: boolean;
  forcePrependBaseUrl?: boolean;
}

function withBase(url: string, { site }: PageFacts, options: BaseOptions = {}): string {
  const { absolute = false, forcePrependBaseUrl = false } = options;
  if (!url || url.startsWith('#') || /^(?:\w*:|\/\/)/.test(url)) return url;
  if (forcePrependBaseUrl) return site.baseUrl + url;
  if (url === site.baseUrl.replace(/\/$/, '')) return site.baseUrl;
  const based = url.startsWith(site.baseUrl) ? url : site.baseUrl + url.replace(/^\//, '');
  return absolute ? site.url.replace(/\/$/, '') + based : based;
}

function useBaseUrlUtils() {
  const facts = useFacts();
  return { withBaseUrl: (url: string, options?: BaseOptions) => withBase(url, facts, options) };
}

function useBaseUrl(url: string, options?: BaseOptions): string {
  return useBaseUrlUtils().withBaseUrl(url, options);
}

function useDocusaurusContext() {
  const facts = useFacts();
  const { site, i18n, messages } = facts;
  return {
    siteConfig: { ...site, i18n: { defaultLocale: i18n.defaultLocale, locales: i18n.locales } },
    siteMetadata: { docusaurusVersion: '3.10.2', pluginVersions: {} },
    globalData: globalData(facts),
    i18n,
    codeTranslations: messages,
  };
}

/** Addresses are not moved to by a component here: a link is what leads somewhere. */
export function useLocation() {
  const { page } = useFacts();
  const shown = useIsBrowser();
  return {
    pathname: page.path,
    search: shown ? location.search : '',
    hash: shown ? location.hash : '',
    state: undefined,
    key: '',
  };
}

const go = (to: unknown) => {
  const address = typeof to === 'string' ? to : (to as { pathname?: string } | undefined)?.pathname;
  if (inBrowser && address !== undefined) location.assign(address);
};

function useHistory() {
  return {
    location: useLocation(),
    action: 'POP',
    length: inBrowser ? history.length : 1,
    push: go,
    replace: (to: unknown) => {
      if (inBrowser && typeof to === 'string') location.replace(to);
    },
    goBack: () => history.back(),
    goForward: () => history.forward(),
    listen: () => () => {},
    createHref: ({ pathname = '' }: { pathname?: string }) => pathname,
  };
}

const executionEnvironment = {
  canUseDOM: inBrowser,
  canUseEventListeners: inBrowser,
  canUseIntersectionObserver: inBrowser && 'IntersectionObserver' in globalThis,
  canUseViewport: inBrowser,
};

const hasProtocol = (url: string) => /^(?:\w*:|\/\/)/.test(url);

const router = {
  Link,
  NavLink: Link,
  Redirect: Nothing,
  useLocation,
  useHistory,
  useParams: () => ({}),
  useRouteMatch: () => ({ path: '', url: '', isExact: true, params: {} }),
  matchPath: (pathname: string, { path }: { path?: string } = {}) =>
    path !== undefined && pathname.startsWith(path)
      ? { path, url: path, isExact: pathname === path, params: {} }
      : null,
};

const DOCS = 'docusaurus-plugin-content-docs';

/** What plugins hand to every page; here those of documentation do. */
const globalData = (facts: PageFacts): Record<string, unknown> => ({ [DOCS]: allDocs(facts) });

function useAllPluginInstancesData(plugin: string, { failfast = false } = {}): unknown {
  const data = globalData(useFacts())[plugin];
  if (data === undefined && failfast) throw new Error(`There is no data of the plugin "${plugin}" here.`);
  return data;
}

function usePluginData(plugin: string, id = 'default', options: { failfast?: boolean } = {}): unknown {
  const all = useAllPluginInstancesData(plugin, options) as Record<string, unknown> | undefined;
  return all?.[id];
}

export const docusaurusModules: Modules = {
  '@docusaurus/Link': { default: Link },
  '@docusaurus/Head': { default: Head },
  '@docusaurus/BrowserOnly': { default: BrowserOnly },
  '@docusaurus/Translate': { default: Translate, translate },
  '@docusaurus/Interpolate': {
    default: Interpolate,
    interpolate: (text: string, values: Record<string, ReactNode>) => fill(text, values).map(textOf).join(''),
  },
  '@docusaurus/useBaseUrl': { default: useBaseUrl, useBaseUrlUtils },
  '@docusaurus/useDocusaurusContext': { default: useDocusaurusContext },
  '@docusaurus/useIsBrowser': { default: useIsBrowser },
  '@docusaurus/useGlobalData': {
    default: () => globalData(useFacts()),
    useAllPluginInstancesData,
    usePluginData,
  },
  '@docusaurus/useRouteContext': { default: () => ({ plugin: { name: '', id: 'default' }, data: {} }) },
  '@docusaurus/useBrokenLinks': { default: () => ({ collectAnchor, collectLink: () => {} }) },
  '@docusaurus/isInternalUrl': {
    default: (url?: string) => url !== undefined && !hasProtocol(url),
    hasProtocol,
  },
  '@docusaurus/router': router,
  '@docusaurus/constants': {
    DEFAULT_PLUGIN_ID: 'default',
    default: { DEFAULT_PLUGIN_ID: 'default' },
  },
  '@docusaurus/ComponentCreator': { default: () => Nothing },
  '@docusaurus/renderRoutes': { default: Nothing },
  '@docusaurus/ErrorBoundary': { default: Passing },
  '@docusaurus/Noop': { default: Nothing },
  '@docusaurus/ExecutionEnvironment': { default: executionEnvironment },
};
