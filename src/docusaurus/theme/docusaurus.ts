import {
  Children,
  createElement,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
  useEffect,
} from 'react';
import { getOutsideLinkAttributes } from '../../model/outside-link.ts';
import { applyLinkSlash } from '../../model/trailing-slash.ts';
import { removeBasePath } from '../../model/urls.ts';
import { addBasePath, ensureBasePath, hasProtocol } from '../../model/written-links.ts';
import {
  createGlobalData,
  createSiteConfig,
  followGeneratedFile,
  GENERATED_FILES,
  siteMetadata,
} from './generated-files.ts';
import { useIsBrowser } from './is-browser.ts';
import { matchPath, type RouteMatch, type RouteOptions } from './match-path.ts';
import {
  collectAnchor,
  collectRedirect,
  getCurrentFacts,
  InIsland,
  type PageFacts,
  useFacts,
} from './page-facts.ts';
import { forEachName, Head, Nothing, PassThrough } from './page-frame.ts';
import { readNodeText } from './text-of.ts';

/** Modules `@docusaurus/…` for the engine. They run at build time and in the browser. */

type Props = Record<string, unknown> & { children?: ReactNode };
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const isInBrowser = typeof document !== 'undefined';

function BrowserOnly({ children, fallback }: Props): ReactNode {
  const isBrowser = useIsBrowser();
  if (!isBrowser) return createElement(Fragment, {}, (fallback as ReactNode) ?? null);
  return typeof children === 'function' ? (children as () => ReactNode)() : null;
}

/** A link. In articles, the last step resolves its address. */
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
  const destination = to ?? href;
  if (!island) {
    const plain = autoAddBaseUrl === false ? { 'data-plain': '' } : {};
    return createElement('a', { 'data-md': '', href: destination, ...plain, ...rest }, children);
  }
  return createElement(
    'a',
    {
      href:
        typeof destination === 'string'
          ? resolveLink(destination, autoAddBaseUrl !== false, facts)
          : destination,
      ...(typeof destination === 'string' ? getOutsideLinkAttributes(destination) : {}),
      ...rest,
    },
    children,
  );
};

/** Resolves an address. Only one with a leading slash is below the base path. Others are relative to the page. */
function resolveLink(destination: string, isBased: boolean, { site }: PageFacts): string {
  const address = destination.replace('pathname://', '');
  const addressWithBase = isBased ? ensureBasePath(address, site.baseUrl) : address;
  return hasProtocol(destination)
    ? addressWithBase
    : applyLinkSlash(addressWithBase, { trailingSlash: site.trailingSlash, basePath: site.baseUrl });
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

function findMessage({ id, message }: Message, { messages }: PageFacts): string {
  const key = id ?? message ?? '';
  return messages[key] ?? message ?? id ?? '';
}

/** Translates a text given between tags or as `message`. Placeholders are in braces. */
function translate(input: Message = {}, values?: Record<string, ReactNode>): string {
  return fill(findMessage(input, getCurrentFacts()), values).map(readNodeText).join('');
}

function Translate({ children, id, values }: Props): ReactNode {
  const facts = useFacts();
  const message = typeof children === 'string' ? { message: children } : {};
  const text = findMessage({ ...message, ...(typeof id === 'string' ? { id } : {}) }, facts);
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

function addBase(url: string, { site }: PageFacts, options: BaseOptions = {}): string {
  const { absolute = false, forcePrependBaseUrl = false } = options;
  const urlWithBase = addBasePath(url, site.baseUrl, forcePrependBaseUrl);
  return absolute && urlWithBase.startsWith('/') && !hasProtocol(urlWithBase)
    ? site.url.replace(/\/$/, '') + urlWithBase
    : urlWithBase;
}

function useBaseUrlUtils() {
  const facts = useFacts();
  return { withBaseUrl: (url: string, options?: BaseOptions) => addBase(url, facts, options) };
}

function useBaseUrl(url: string, options?: BaseOptions): string {
  return useBaseUrlUtils().withBaseUrl(url, options);
}

function useDocusaurusContext() {
  const facts = useFacts();
  return {
    siteConfig: createSiteConfig(facts),
    siteMetadata,
    globalData: createGlobalData(facts),
    i18n: facts.i18n,
    codeTranslations: facts.messages,
  };
}

/** Components can't navigate without loading a page here, so the location is that of the page. */
export function useLocation() {
  const { page } = useFacts();
  const isBrowser = useIsBrowser();
  return {
    pathname: page.path,
    search: isBrowser ? location.search : '',
    hash: isBrowser ? location.hash : '',
    state: undefined,
    key: '',
  };
}

type Destination = string | { pathname?: string; search?: string; hash?: string };

/** As in the router, the query and the fragment of a location need no mark in front. */
function formatDestination(to: Destination): string {
  if (typeof to === 'string') return to;
  const { pathname = '', search = '', hash = '' } = to;
  return pathname + addMark('?', search) + addMark('#', hash);
}

const addMark = (mark: string, text: string) => (text === '' || text.startsWith(mark) ? text : mark + text);

/** Loads another page, as `history.push` or `navigate` of the router. A number goes back or forward. */
const go = (to: Destination | number, { replace = false }: { replace?: boolean } = {}) => {
  if (!isInBrowser) return;
  if (typeof to === 'number') history.go(to);
  else if (replace) location.replace(formatDestination(to));
  else location.assign(formatDestination(to));
};

function useHistory() {
  return {
    location: useLocation(),
    action: 'POP',
    length: isInBrowser ? history.length : 1,
    push: (to: Destination) => go(to),
    replace: (to: Destination) => go(to, { replace: true }),
    go: (distance: number) => go(distance),
    goBack: () => go(-1),
    goForward: () => go(1),
    listen: () => () => {},
    createHref: formatDestination,
  };
}

const executionEnvironment = {
  canUseDOM: isInBrowser,
  canUseEventListeners: isInBrowser,
  canUseIntersectionObserver: isInBrowser && 'IntersectionObserver' in globalThis,
  canUseViewport: isInBrowser,
};

/**
 * Resolves the target of a `<Redirect>`: below the base path or relative to the page, like the router. On a page of
 * another language, the base path of the whole site means that language: `/book/a` is `/book/de/a` there.
 */
function resolveDestination(to: Destination, { site, i18n, page }: PageFacts): string {
  const target = formatDestination(to);
  if (hasProtocol(target)) return target;
  const languages = Object.values(i18n.localeConfigs).map(({ baseUrl }) => baseUrl);
  const siteBase = i18n.localeConfigs[i18n.defaultLocale]?.baseUrl ?? site.baseUrl;
  const namesLanguage = languages.some((baseUrl) => baseUrl !== siteBase && target.startsWith(baseUrl));
  const isOfSite = site.baseUrl !== siteBase && !namesLanguage;
  const path = isOfSite ? (removeBasePath(target, siteBase) ?? target) : target;
  const pathWithBase = namesLanguage ? path : ensureBasePath(path, site.baseUrl);
  const address = new URL(pathWithBase, `https://site${encodeURI(page.path)}`);
  return address.pathname + address.search + address.hash;
}

/**
 * Redirects readers. If a page shows it at build time, the server redirects. If a live component shows it later, the
 * browser does. Until then, and without scripts, it is a link.
 */
function Redirect({ to }: { to: Destination }): ReactNode {
  const facts = useFacts();
  const isInIsland = useContext(InIsland);
  const target = resolveDestination(to, facts);
  if (!isInBrowser) collectRedirect(facts.page.path, target);
  useEffect(() => {
    if (new URL(target, location.href).href !== location.href) location.replace(target);
  }, [target]);
  return createElement('a', { ...(isInIsland ? {} : { 'data-md': '' }), href: target }, target);
}

/** A part of a page for some addresses, as in `react-router-dom`. Pages have no router of their own here. */
function Route({ path, exact, strict, sensitive, component, render, element, children }: Props): ReactNode {
  const [history, location] = [useHistory(), useLocation()];
  const match = matchPath(location.pathname, toRoute({ path, exact, strict, sensitive }));
  if (!match) return null;
  const routeProps = { history, location, match };
  if (typeof component === 'function')
    return createElement(component as (props: object) => ReactNode, routeProps);
  if (typeof render === 'function') return (render as (props: object) => ReactNode)(routeProps);
  return (element as ReactNode) ?? children ?? null;
}

function Switch({ children }: Props): ReactNode {
  const { pathname } = useLocation();
  const all = Children.toArray(children).filter((child) => isValidElement<Props>(child));
  return all.find(({ props }) => matchPath(pathname, toRoute(props))) ?? null;
}

/** The route of an element. One without a path is for every address. */
function toRoute({ path, from, exact, strict, sensitive }: Record<string, unknown>): RouteOptions {
  const pattern = path ?? from ?? '*';
  return {
    path: Array.isArray(pattern) ? pattern.map(String) : String(pattern),
    exact: exact === true,
    strict: strict === true,
    sensitive: sensitive === true,
  };
}

/** The route of the page, or what a pattern finds in its address. */
function useRouteMatch(route?: string | string[] | RouteOptions): RouteMatch | null {
  const { pathname } = useLocation();
  return route === undefined
    ? { path: pathname, url: pathname, isExact: true, params: {} }
    : matchPath(pathname, route);
}

/** The plugin that draws the page. */
function useRouteContext() {
  const { version, blogId } = useFacts();
  const kind = version ? 'docs' : blogId === undefined ? 'pages' : 'blog';
  const id = version?.pluginId ?? blogId ?? 'default';
  return { plugin: { name: `docusaurus-plugin-content-${kind}`, id }, data: {} };
}

const router = {
  Link,
  NavLink: Link,
  Redirect,
  useLocation,
  useHistory,
  useParams: () => ({}),
  useRouteMatch,
  matchPath,
};

const reactRouter = {
  ...router,
  ...forEachName('BrowserRouter HashRouter MemoryRouter StaticRouter Router Routes Outlet', PassThrough),
  Navigate: Redirect,
  Route,
  Switch,
  useNavigate: () => go,
  useSearchParams: () => [new URLSearchParams(useLocation().search), () => {}],
  generatePath: (path: string, params: Record<string, string> = {}) =>
    path.replace(/:(\w+)\??/g, (_all, name: string) => params[name] ?? ''),
  withRouter: (component: (props: Props) => ReactNode) => (props: Props) => {
    const [history, location] = [useHistory(), useLocation()];
    return createElement(component, { ...props, history, location, match: useRouteMatch() });
  },
};

function useAllPluginInstancesData(plugin: string, { failfast = false } = {}): unknown {
  const data = createGlobalData(useFacts())[plugin];
  if (data === undefined && failfast)
    throw new Error(`The plugin "${plugin}" provides no data on this site.`);
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
    interpolate: (text: string, values: Record<string, ReactNode>) =>
      fill(text, values).map(readNodeText).join(''),
  },
  '@docusaurus/useBaseUrl': { default: useBaseUrl, useBaseUrlUtils },
  '@docusaurus/useDocusaurusContext': { default: useDocusaurusContext },
  '@docusaurus/useIsBrowser': { default: useIsBrowser },
  '@docusaurus/useGlobalData': {
    default: () => createGlobalData(useFacts()),
    useAllPluginInstancesData,
    usePluginData,
  },
  '@docusaurus/useRouteContext': { default: useRouteContext },
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
  '@docusaurus/ErrorBoundary': { default: PassThrough },
  '@docusaurus/Noop': { default: Nothing },
  '@docusaurus/ExecutionEnvironment': { default: executionEnvironment },
  [GENERATED_FILES]: { followGeneratedFile },
};
