import {
  Children,
  createElement,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
  useEffect,
} from 'react';
import { addBasePath, hasProtocol, withBasePath, withLinkSlash } from '../../model/written-links.ts';
import { allDocs } from './docs-client.ts';
import { useIsBrowser } from './is-browser.ts';
import {
  collectAnchor,
  collectRedirect,
  currentFacts,
  InIsland,
  type PageFacts,
  useFacts,
} from './page-facts.ts';
import { each, Head, Nothing, Passing } from './page-frame.ts';
import { textOf } from './text-of.ts';

/** What `@docusaurus/…` exports, as it is meant here. Runs at build and in the browser. */

type Props = Record<string, unknown> & { children?: ReactNode };
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const inBrowser = typeof document !== 'undefined';

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
  const isOutside = typeof address === 'string' && /^(?:https?|pathname):/.test(address);
  const elsewhere = isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return createElement(
    'a',
    {
      href: typeof address === 'string' ? linkAddress(address, autoAddBaseUrl !== false, facts) : address,
      ...elsewhere,
      ...rest,
    },
    children,
  );
};

/** Only an address with a slash in front is below the base path; any other is relative to the page. */
function linkAddress(written: string, isBased: boolean, { site }: PageFacts): string {
  const address = written.replace('pathname://', '');
  const based = isBased ? withBasePath(address, site.baseUrl) : address;
  return hasProtocol(written) ? based : withLinkSlash(based, site.trailingSlash);
}

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
  const based = addBasePath(url, site.baseUrl, forcePrependBaseUrl);
  return absolute && based.startsWith('/') && !hasProtocol(based)
    ? site.url.replace(/\/$/, '') + based
    : based;
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

type Destination = string | { pathname?: string; search?: string; hash?: string };

/** Where a `<Redirect>` leads: `to` is below the base path, or relative to the page, as the router resolves it. */
function destination(to: Destination, { site, page }: PageFacts): string {
  const written = typeof to === 'string' ? to : (to.pathname ?? '') + (to.search ?? '') + (to.hash ?? '');
  if (hasProtocol(written)) return written;
  const address = new URL(withBasePath(written, site.baseUrl), `https://site${encodeURI(page.path)}`);
  return address.pathname + address.search + address.hash;
}

/**
 * Sends readers on: from the server where a page shows it at the build, in the browser where a live component shows it
 * later. Without scripts, and until then, it is a link.
 */
function Redirect({ to }: { to: Destination }): ReactNode {
  const facts = useFacts();
  const isInIsland = useContext(InIsland);
  const target = destination(to, facts);
  if (!inBrowser) collectRedirect(facts.page.path, target);
  useEffect(() => {
    if (new URL(target, location.href).href !== location.href) location.replace(target);
  }, [target]);
  return createElement('a', { ...(isInIsland ? {} : { 'data-md': '' }), href: target }, target);
}

/** A part of a page for some addresses: of `react-router-dom`, whose own router is not around pages here. */
function Route({ path, exact, component, render, element, children }: Props): ReactNode {
  const match = matchRoute({ path, exact }, useLocation().pathname);
  if (!match) return null;
  if (typeof component === 'function') return createElement(component as () => ReactNode, {});
  if (typeof render === 'function') return (render as (props: object) => ReactNode)({ match });
  return (element as ReactNode) ?? children ?? null;
}

function Switch({ children }: Props): ReactNode {
  const { pathname } = useLocation();
  const all = Children.toArray(children).filter((child) => isValidElement<Props>(child));
  return all.find(({ props }) => matchRoute(props, pathname)) ?? null;
}

function matchRoute({ path, from, exact }: Record<string, unknown>, pathname: string): boolean {
  const pattern = path ?? from;
  if (typeof pattern !== 'string' || pattern === '*') return true;
  const bare = (address: string) => address.replace(/\/$/, '');
  return bare(pathname) === bare(pattern) || (exact !== true && pathname.startsWith(`${bare(pattern)}/`));
}

const router = {
  Link,
  NavLink: Link,
  Redirect,
  useLocation,
  useHistory,
  useParams: () => ({}),
  useRouteMatch: () => ({ path: '', url: '', isExact: true, params: {} }),
  matchPath: (pathname: string, { path }: { path?: string } = {}) =>
    path !== undefined && pathname.startsWith(path)
      ? { path, url: path, isExact: pathname === path, params: {} }
      : null,
};

const reactRouter = {
  ...router,
  ...each('BrowserRouter HashRouter MemoryRouter StaticRouter Router Routes Outlet', Passing),
  Navigate: Redirect,
  Route,
  Switch,
  useNavigate: () => go,
  useSearchParams: () => [new URLSearchParams(useLocation().search), () => {}],
  generatePath: (path: string, params: Record<string, string> = {}) =>
    path.replace(/:(\w+)\??/g, (_all, name: string) => params[name] ?? ''),
  withRouter: (component: (props: Props) => ReactNode) => (props: Props) => {
    const [history, location] = [useHistory(), useLocation()];
    return createElement(component, { ...props, history, location, match: router.useRouteMatch() });
  },
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
  'react-router-dom': reactRouter,
  'react-router': reactRouter,
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
