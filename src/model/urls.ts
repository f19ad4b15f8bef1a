/**
 * Every address that the program makes, and the only place where one is put together. Paths of pages are unencoded,
 * as everywhere in the Site; what is for a link or a header leaves encoded. For browsers too.
 */

/**
 * What the program's own addresses lie below. In the shell the bundler writes in the base path of the site, and for
 * pages that each language has, that of the language. The server has neither: it takes the base path off every request
 * before anybody looks at it, and puts it before every address that it answers with.
 */
declare const SITE_BASE: string | undefined;
declare const LANGUAGE_BASE: string | undefined;
/** Of a site in several languages. */
declare const LANGUAGE_TAG: string | undefined;
const base = typeof SITE_BASE === 'string' ? SITE_BASE : '';
const ofLanguage = typeof LANGUAGE_BASE === 'string' ? LANGUAGE_BASE : '';

/** Pages of the program itself: those of visitors are in the language that each of them asks for. */
export const LOGIN_PATH = `${base}/login`;
export const SET_UP_PATH = `${base}/setup`;
export const INVITE_PATH = `${base}/invite`;
export const RESET_PATH = `${base}/reset`;
export const FORGOTTEN_PATH = `${base}/forgotten`;
export const EMAIL_CHANGE_PATH = `${base}/confirm-email`;
export const SECOND_FACTOR_PATH = `${base}/second-factor`;
export const HOME_PATH = `${ofLanguage}/`;
export const SEARCH_PATH = `${ofLanguage}/search`;
export const ACCOUNT_PATH = `${ofLanguage}/account`;
/** What programs can ask, for whoever writes one. */
export const API_PATH = `${ofLanguage}/account/api`;
/** Of administrators. */
export const ADMIN_PATH = `${ofLanguage}/admin`;
export const USERS_PATH = `${ofLanguage}/admin/users`;
export const adminPath = (page: string) => `${ADMIN_PATH}/${page}`;
export const AUDIENCES_PATH = adminPath('audiences');
export const NOT_FOUND_PATH = `${ofLanguage}/404`;

/** What the pages' forms and scripts talk to. */
export const SESSION_URL = `${base}/auth/session`;
export const SIGN_IN_URL = `${base}/auth/sign-in`;
export const SIGN_OUT_URL = `${base}/auth/sign-out`;
/** Where an administrator begins and ends to see the site as others do. */
export const PREVIEW_URL = `${base}/auth/preview`;
export const PASSKEY_OPTIONS_URL = `${base}/auth/passkey-options`;
/** Where a sign-in through an OpenID Connect provider begins, and where the provider leads back to. */
export const OIDC_START_PATH = `${base}/auth/oidc/start`;
export const OIDC_CALLBACK_PATH = `${base}/auth/oidc/callback`;
/** Where the provider itself says that a session there has ended. */
export const OIDC_LOGOUT_PATH = `${base}/auth/oidc/back-channel-logout`;
export const FEEDBACK_URL = `${base}/_feedback`;
/** What is announced above every page: an open page asks it now and then. */
export const ANNOUNCED_URL = `${base}/_announced`;
/** Where the shell says which page it shows. */
export const READING_URL = `${base}/_reading`;
/** The public search protocol; `:index` is the name of an index, or `*`. */
export const SEARCH_QUERIES_PATH = `${base}/1/indexes/:index/queries`;
export const SEARCH_QUERY_PATH = `${base}/1/indexes/:index/query`;
export const SEARCH_EVENTS_URL = `${base}/1/events`;
export const OPENAPI_URL = `${base}/api/v1/openapi.json`;
/** Where releases are published from elsewhere. */
export const PUBLICATIONS_URL = `${base}/api/v1/publications`;
export const PUBLICATION_PARTS_URL = `${base}/api/v1/publications/:publication/parts`;
export const PUBLICATION_SWITCH_URL = `${base}/api/v1/publications/:publication/switch`;
/** The Model Context Protocol, for readers' own tools. */
export const MCP_PATH = `${base}/mcp`;
/** Where agents learn whom to ask, and ask to be let in. What is told to machines is also where its standard has it. */
export const AGENT_RESOURCE_URL = `${base}/.well-known/oauth-protected-resource`;
export const AGENT_MCP_RESOURCE_URL = `${base}/.well-known/oauth-protected-resource/mcp`;
export const AGENT_SERVER_URL = `${base}/.well-known/oauth-authorization-server`;
export const AGENT_OPENID_URL = `${base}/.well-known/openid-configuration`;
export const AGENT_AUTHORIZE_PATH = `${base}/oauth/authorize`;
/** Where a reader's answer leads, and from there to the agent. */
export const AGENT_ANSWERED_PATH = `${base}/oauth/authorize/:uid`;
export const AGENT_TOKEN_URL = `${base}/oauth/token`;
export const AGENT_REGISTRATION_URL = `${base}/oauth/register`;
export const AGENT_REVOCATION_URL = `${base}/oauth/revoke`;
export const AGENT_KEYS_URL = `${base}/oauth/keys`;
/** Where readers are asked. */
export const CONSENT_PATH = `${base}/oauth/consent`;
/** Of this machine and not of the site: they have no base path. */
export const HEALTH_URL = '/healthz';
export const READINESS_URL = '/readyz';
/** What the writing preview's own script asks for. */
export const DEV_PAGE_URL = `${base}/_dev/page`;
export const DEV_CHANGES_URL = `${base}/_dev/changes`;

/** Files of the interface, and of the articles, whose names say their content. */
export const ASSETS_PREFIX = `${base}/_assets/`;
/** The document in which live code runs, named by the hash of its script. */
export const liveFrameName = (hash: string) => `live-frame.${hash}.html`;
const liveFrameUrl = new RegExp(`^${ASSETS_PREFIX}live-frame\\.([0-9a-f]+)\\.html$`);
/** The document around it, whose policy says where live code may lead its own frame. */
export const liveHolderName = (hash: string) => `live-holder.${hash}.html`;
const liveHolderUrl = new RegExp(`^${ASSETS_PREFIX}live-holder\\.([0-9a-f]+)\\.html$`);
/** Likewise the one in which the code of a site's live parts runs. */
export const sandboxFrameName = (hash: string) => `sandbox-frame.${hash}.html`;
const sandboxFrameUrl = new RegExp(`^${ASSETS_PREFIX}sandbox-frame\\.([0-9a-f]+)\\.html$`);

/** What scripts in that document carry to be run, by its address; nothing for any other. */
export function liveFrameNonce(url: string): string | undefined {
  return liveFrameUrl.exec(url)?.[1];
}
export function liveHolderNonce(url: string): string | undefined {
  return liveHolderUrl.exec(url)?.[1];
}
export function sandboxFrameNonce(url: string): string | undefined {
  return sandboxFrameUrl.exec(url)?.[1];
}

/**
 * The rules for the articles' inline styles. The address stays the same when they change: it is revalidated at each
 * use, and a new colour on one page does not make every other page a new one.
 */
export const ARTICLE_STYLES_URL = `${ASSETS_PREFIX}articles.css`;
/** Path and title of every listed page, for whoever is lost. */
export const TITLES_URL = `${base}/_titles.json`;
/** The documentation as Markdown: as a list, and as one text. */
export const LLMS_INDEX_URL = `${base}/llms.txt`;
export const LLMS_FULL_URL = `${base}/llms-full.txt`;

/** For search engines, where the site has public pages that they may list. */
export const SITEMAP_URL = `${base}/sitemap.xml`;
export const ROBOTS_URL = `${base}/robots.txt`;

/** One of these addresses, or any other below a base path (`/` at both its ends), as a browser asks for it. */
export function atBasePath(url: string, basePath: string): string {
  return basePath + url.slice(1);
}

/** The same the other way round; `undefined` for what lies elsewhere. */
export function belowBasePath(url: string, basePath: string): string | undefined {
  return url.startsWith(basePath) ? url.slice(basePath.length - 1) : undefined;
}

/** In a visitor's page: what it leads to speaks its language too. */
export function inThisLanguage(path: string): string {
  const tag = typeof LANGUAGE_TAG === 'string' ? LANGUAGE_TAG : undefined;
  return path + query({ lang: tag || undefined });
}

/** A link between visitors' pages that keeps where the reader wanted to go. The server fills in `{{encodedNext}}`. */
export function withNextSlot(path: string): string {
  const url = inThisLanguage(path);
  return `${url}${url.includes('?') ? '&' : '?'}next={{encodedNext}}`;
}

/** In the shell: an address of the browser, as the server speaks of it. */
export function serverUrl(url: string): string {
  return belowBasePath(url, `${base}/`) ?? '/';
}

/** In the shell: an address that the server speaks of, as the browser asks for it. */
export function browserUrl(url: string): string {
  return atBasePath(url, `${base}/`);
}

/** Address of a page of this site, out of its path. */
export function pageHref(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/**
 * A page's data, out of the page's path with the base path of the site; encoded or not, as that one is. A slash at its
 * end is part of it.
 */
export function pageFileUrl(path: string): string {
  return path === '/' ? `${base}/_page/index.json` : `${base}/_page${path}.json`;
}

/** A page as Markdown, out of the page's path; encoded or not, as that one is. */
export function markdownPath(path: string): string {
  return path === `${base}/` ? `${path}index.md` : `${path.replace(/\/$/, '')}.md`;
}

/** The page of all tags, of the documentation at this path. */
export function tagsPath(docs: string): string {
  return `${docs === '/' ? '' : docs}/tags`;
}

/**
 * A whole sidebar. The address stays the same when it changes, so that a new title in one place does not make every
 * page of the site another one; being content, it is revalidated at each use anyway.
 */
export function sidebarFileUrl(name: string): string {
  return `${base}/_sidebar/${name}.json`;
}

interface LoginAddress {
  /** An address of this site to go to afterwards. */
  next?: string;
  /** The code of what went wrong. */
  error?: string;
  /** The key of what the form left. */
  form?: string;
  /** `yes`: the reader had a session, which has ended. The page says so. */
  ended?: 'yes' | undefined;
}

/** The sign-in page. */
export function loginUrl({ next, error, form, ended }: LoginAddress = {}): string {
  return LOGIN_PATH + query({ error, form, ended, next });
}

/** The links that work once. */
export const setUpUrl = (token: string) => SET_UP_PATH + query({ token });
export const inviteUrl = (token: string, next?: string) => INVITE_PATH + query({ token, next });
/** `next`: the address of this site where the reader was going when the password was missing. */
export const resetUrl = (token: string, next?: string) => RESET_PATH + query({ token, next });
export const emailChangeUrl = (token: string) => EMAIL_CHANGE_PATH + query({ token });

/**
 * Where one asks for a link by mail. `form`: the key of what the form left; `sent`: the link is on its way; `next`: an
 * address of this site to go to afterwards.
 */
export function forgottenUrl(given: { form?: string; sent?: 'yes'; next?: string } = {}): string {
  return FORGOTTEN_PATH + query({ form: given.form, sent: given.sent, next: given.next });
}

/** Where a sign-in waits for its second factor. `form`: the key of what the form left. */
export function secondFactorUrl(given: { next?: string; form?: string } = {}): string {
  return SECOND_FACTOR_PATH + query({ form: given.form, next: given.next });
}

/**
 * Where a sign-in through a provider begins. `startPath`: of that provider. `fresh`: also for readers who are signed in,
 * to show again that it is them. `silently`: without a question to the reader.
 */
export function signInStartUrl(startPath: string, next: string, how?: 'fresh' | 'silently'): string {
  return startPath + query({ next: next === '/' ? undefined : next, [how ?? 'fresh']: how && 'yes' });
}

/** The question to a reader, by what names it. */
export function consentUrl(uid: string): string {
  return CONSENT_PATH + query({ uid });
}

/** A page of results: `page` counts from 0, the address from 1. */
export function searchUrl(text: string, page = 0): string {
  return SEARCH_PATH + query({ q: text, page: page > 0 ? String(page + 1) : undefined });
}

/** Slashes stay as they are: people read such addresses. */
function query(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.set(name, value);
  return given.size === 0 ? '' : `?${String(given).replaceAll('%2F', '/')}`;
}
