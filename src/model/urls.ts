/**
 * All URLs of the engine, and the only place that builds them. Paths of pages are unencoded, as in the Site; URLs for
 * links and headers are encoded. Also for browsers.
 */

/**
 * Base path of the engine's own URLs. In the shell, the bundler inserts the base path of the site, or of the language
 * for pages that each language has. On the server it is empty: the base path is removed from each request first, and
 * added to each URL in a response.
 */
declare const SITE_BASE: string | undefined;
declare const LANGUAGE_BASE: string | undefined;
/** Language of the shell, if the site has several. */
declare const LANGUAGE_TAG: string | undefined;
/** Base paths of all languages, with `/` at both ends, the default language first. In the shell only. */
declare const ALL_LANGUAGE_BASES: readonly string[] | undefined;
const base = typeof SITE_BASE === 'string' ? SITE_BASE : '';
const ofLanguage = typeof LANGUAGE_BASE === 'string' ? LANGUAGE_BASE : '';

/** Pages of the engine. Those for visitors are in the language that the request asks for. */
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
/** API reference, for people who write programs. */
export const API_PATH = `${ofLanguage}/account/api`;
/** Administration. */
export const ADMIN_PATH = `${ofLanguage}/admin`;
export const USERS_PATH = `${ofLanguage}/admin/users`;
export const adminPath = (page: string) => `${ADMIN_PATH}/${page}`;
export const AUDIENCES_PATH = adminPath('audiences');
export const NOT_FOUND_PATH = `${ofLanguage}/404`;

/** URLs for the forms and scripts of pages. */
export const SESSION_URL = `${base}/auth/session`;
export const SIGN_IN_URL = `${base}/auth/sign-in`;
export const SIGN_OUT_URL = `${base}/auth/sign-out`;
/** Starts and ends an administrator's preview of the site. */
export const PREVIEW_URL = `${base}/auth/preview`;
/** One mail with example values, for the frame of an administration page. */
export const MAIL_PREVIEW_URL = `${base}/_mail`;
export const PASSKEY_OPTIONS_URL = `${base}/auth/passkey-options`;
export const FEEDBACK_URL = `${base}/_feedback`;
/** The announcement, which open pages check now and then. */
export const ANNOUNCED_URL = `${base}/_announced`;
/** Page views, reported by the shell. */
export const READING_URL = `${base}/_reading`;
/** The pages that readers open most, for the search dialog. */
export const MOST_READ_URL = `${base}/_most-read`;
/** Answers that a model writes, as a stream. */
export const WRITTEN_ANSWER_URL = `${base}/_written-answer`;
/** The public search protocol; `:index` is the name of an index, or `*`. */
export const SEARCH_QUERIES_PATH = `${base}/1/indexes/:index/queries`;
export const SEARCH_QUERY_PATH = `${base}/1/indexes/:index/query`;
export const SEARCH_EVENTS_URL = `${base}/1/events`;
/** The API: all of its endpoints are below. */
export const API_BASE = `${base}/api/v1/`;
export const OPENAPI_URL = `${base}/api/v1/openapi.json`;
/** Publishing from another machine. */
export const PUBLICATIONS_URL = `${base}/api/v1/publications`;
export const PUBLICATION_PARTS_URL = `${base}/api/v1/publications/:publication/parts`;
export const PUBLICATION_SWITCH_URL = `${base}/api/v1/publications/:publication/switch`;
/** The Model Context Protocol, for readers' own tools. */
export const MCP_PATH = `${base}/mcp`;
/** OAuth for agents. Metadata has the paths of its standards. */
export const AGENT_RESOURCE_URL = `${base}/.well-known/oauth-protected-resource`;
export const AGENT_MCP_RESOURCE_URL = `${base}/.well-known/oauth-protected-resource/mcp`;
export const AGENT_SERVER_URL = `${base}/.well-known/oauth-authorization-server`;
export const AGENT_OPENID_URL = `${base}/.well-known/openid-configuration`;
export const AGENT_AUTHORIZE_PATH = `${base}/oauth/authorize`;
/** The consent form posts here and goes on to the agent. */
export const AGENT_ANSWERED_PATH = `${base}/oauth/authorize/:uid`;
export const AGENT_TOKEN_URL = `${base}/oauth/token`;
export const AGENT_REGISTRATION_URL = `${base}/oauth/register`;
export const AGENT_REVOCATION_URL = `${base}/oauth/revoke`;
export const AGENT_KEYS_URL = `${base}/oauth/keys`;
/** Consent page. */
export const CONSENT_PATH = `${base}/oauth/consent`;
/** Health checks of this machine. They have no base path, because they aren't part of the site. */
export const HEALTH_URL = '/healthz';
export const READINESS_URL = '/readyz';
/** Used by the script of the preview. */
export const DEV_PAGE_URL = `${base}/_dev/page`;
export const DEV_CHANGES_URL = `${base}/_dev/changes`;

/** Files of the interface and of articles. Their names contain a hash of their content. */
export const ASSETS_PREFIX = `${base}/_assets/`;
/** The document in which live code runs, named by the hash of its script. */
export const nameLiveFrame = (hash: string) => `live-frame.${hash}.html`;
const liveFrameUrl = new RegExp(`^${ASSETS_PREFIX}live-frame\\.([0-9a-f]+)\\.html$`);
/** The document around it, whose policy limits where live code can navigate its frame. */
export const nameLiveHolder = (hash: string) => `live-holder.${hash}.html`;
const liveHolderUrl = new RegExp(`^${ASSETS_PREFIX}live-holder\\.([0-9a-f]+)\\.html$`);
/** The document in which the code of a site's live parts runs. */
export const nameSandboxFrame = (hash: string) => `sandbox-frame.${hash}.html`;
const sandboxFrameUrl = new RegExp(`^${ASSETS_PREFIX}sandbox-frame\\.([0-9a-f]+)\\.html$`);
/** The document that sends requests of pages to servers of the owner's. */
export const nameRequestFrame = (hash: string) => `request-frame.${hash}.html`;
const requestFrameUrl = new RegExp(`^${ASSETS_PREFIX}request-frame\\.([0-9a-f]+)\\.html$`);

/** Nonce for scripts in the document of live code, derived from its URL. Undefined for any other URL. */
export function readLiveFrameNonce(url: string): string | undefined {
  return liveFrameUrl.exec(url)?.[1];
}
/** Nonce for scripts in the document that holds live code. Undefined for any other URL. */
export function readLiveHolderNonce(url: string): string | undefined {
  return liveHolderUrl.exec(url)?.[1];
}
/** Nonce for scripts in the document of a site's live parts. Undefined for any other URL. */
export function readSandboxFrameNonce(url: string): string | undefined {
  return sandboxFrameUrl.exec(url)?.[1];
}
/** Nonce for scripts in the document that sends requests of pages. Undefined for any other URL. */
export function readRequestFrameNonce(url: string): string | undefined {
  return requestFrameUrl.exec(url)?.[1];
}

/**
 * Styles of articles. The URL is stable and revalidated at each use, so that a new colour on one page doesn't change
 * every other page.
 */
export const ARTICLE_STYLES_URL = `${ASSETS_PREFIX}articles.css`;
/** Path and title of all listed pages of one language, by the path of its home. */
export const buildTitlesUrl = (languagePath: string) => `${languagePath}_titles.json`;
/** Path and title of all listed pages in the language of the page. */
export const TITLES_URL = buildTitlesUrl(HOME_PATH);
/** The documentation as Markdown: an index, and the full text. */
export const LLMS_INDEX_URL = `${base}/llms.txt`;
export const LLMS_FULL_URL = `${base}/llms-full.txt`;

/** For search engines, if the site has public pages that they can list. */
export const SITEMAP_URL = `${base}/sitemap.xml`;
export const ROBOTS_URL = `${base}/robots.txt`;

/** Adds a base path (with `/` at both ends) to a path of the site. */
export function joinBasePath(url: string, basePath: string): string {
  return basePath + url.slice(1);
}

/** Removes the base path. Returns undefined for paths outside of it. */
export function removeBasePath(url: string, basePath: string): string | undefined {
  return url.startsWith(basePath) ? url.slice(basePath.length - 1) : undefined;
}

/** Adds the language to a link on a page for visitors. */
export function keepLanguage(path: string): string {
  const tag = typeof LANGUAGE_TAG === 'string' ? LANGUAGE_TAG : undefined;
  return path + buildQuery({ lang: tag || undefined });
}

/**
 * A link between pages for visitors that keeps where the reader wanted to go. The server fills in `{{encodedNext}}`.
 */
export function addNextSlot(path: string): string {
  const url = keepLanguage(path);
  return `${url}${url.includes('?') ? '&' : '?'}next={{encodedNext}}`;
}

/** In the shell: converts a URL of the browser to one of the server, without the base path. */
export function toServerUrl(url: string): string {
  return removeBasePath(url, `${base}/`) ?? '/';
}

/** In the shell: converts a URL of the server to one for the browser. */
export function toBrowserUrl(url: string): string {
  return joinBasePath(url, `${base}/`);
}

/**
 * In the shell: path of the home of the language that a page belongs to, which is the deepest folder that contains the
 * page.
 */
export function findLanguageHome(path: string): string | undefined {
  const homes = typeof ALL_LANGUAGE_BASES === 'undefined' ? ['/'] : ALL_LANGUAGE_BASES;
  return homes.filter((home) => path.startsWith(home)).sort((a, b) => b.length - a.length)[0];
}

/** URL of a page by its path. */
export function pageHref(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** URL of a page's data by the path of the page, encoded or not like that path. Keeps a trailing slash. */
export function buildPageFileUrl(path: string): string {
  return path === '/' ? `${base}/_page/index.json` : `${base}/_page${path}.json`;
}

/** URL of the picture that other sites show with a link to a page, by the path of the page. */
export function buildSocialPictureUrl(path: string): string {
  return path === '/' ? `${base}/_social/index.png` : `${base}/_social${path.replace(/\/$/, '')}.png`;
}

/** Path of a page as Markdown, encoded or not like the path of the page. */
export function buildMarkdownPath(path: string): string {
  return path === `${base}/` ? `${path}index.md` : `${path.replace(/\/$/, '')}.md`;
}

/** Path of the list of tags of the documentation at this path. */
export function buildTagsPath(docs: string): string {
  return `${docs === '/' ? '' : docs}/tags`;
}

/**
 * URL of a whole sidebar. It is stable and revalidated at each use, so that a new title doesn't change every page of
 * the site.
 */
export function buildSidebarFileUrl(name: string): string {
  return `${base}/_sidebar/${name}.json`;
}

interface LoginAddress {
  /** Path of this site to go to afterwards. */
  next?: string;
  /** Error code to show. */
  error?: string;
  /** Key of the stored form values. */
  form?: string;
  /** `yes` if the reader's session has ended, which the page explains. */
  ended?: 'yes' | undefined;
}

/** The sign-in page. */
export function buildLoginUrl({ next, error, form, ended }: LoginAddress = {}): string {
  return LOGIN_PATH + buildQuery({ error, form, ended, next });
}

/** One-time links. */
export const buildSetUpUrl = (token: string) => SET_UP_PATH + buildQuery({ token });
export const buildInviteUrl = (token: string, next?: string) => INVITE_PATH + buildQuery({ token, next });
/** `next`: path of this site that the reader wanted to open. */
export const buildResetUrl = (token: string, next?: string) => RESET_PATH + buildQuery({ token, next });
export const buildEmailChangeUrl = (token: string) => EMAIL_CHANGE_PATH + buildQuery({ token });

/**
 * The page to request a reset link. `form`: key of the stored form values. `sent`: the link was sent. `next`: path to
 * go to afterwards.
 */
export function buildForgottenUrl(parameters: { form?: string; sent?: 'yes'; next?: string } = {}): string {
  return FORGOTTEN_PATH + buildQuery({ form: parameters.form, sent: parameters.sent, next: parameters.next });
}

/** The second step of a sign-in. `form`: key of the stored form values. */
export function buildSecondFactorUrl(parameters: { next?: string; form?: string } = {}): string {
  return SECOND_FACTOR_PATH + buildQuery({ form: parameters.form, next: parameters.next });
}

/**
 * Starts a sign-in through the provider at `startPath`. `fresh`: sign in again, even if signed in. `silently`: don't
 * ask the reader anything.
 */
export function buildSignInStartUrl(startPath: string, next: string, how?: 'fresh' | 'silently'): string {
  return startPath + buildQuery({ next: next === '/' ? undefined : next, [how ?? 'fresh']: how && 'yes' });
}

/** The consent page for a request. */
export function buildConsentUrl(uid: string): string {
  return CONSENT_PATH + buildQuery({ uid });
}

/** The preview of a mail as a client with a light or a dark theme shows it. */
export function buildMailPreviewUrl(parameters: {
  kind: string;
  language: string;
  theme: 'light' | 'dark';
}): string {
  return MAIL_PREVIEW_URL + buildQuery(parameters);
}

/** A page of search results. `page` counts from 0, the URL from 1. */
export function buildSearchUrl(text: string, page = 0): string {
  return SEARCH_PATH + buildQuery({ q: text, page: page > 0 ? String(page + 1) : undefined });
}

/** Builds a query. Slashes stay unencoded, because people read these URLs. */
function buildQuery(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? '' : `?${String(query).replaceAll('%2F', '/')}`;
}
