import type { SiteTextName } from '../config/texts.ts';
import {
  ACCOUNT_PATH,
  ADMIN_PATH,
  API_PATH,
  AUDIENCES_PATH,
  adminPath,
  NOT_FOUND_PATH,
  removeBasePath,
  SEARCH_PATH,
  USERS_PATH,
} from './urls.ts';

/** A text in several languages, by language tag. English is used where a language is missing. */
export interface Translations {
  en: string;
  [language: string]: string;
}

/**
 * Groups in the navigation of the administration, in this order, with their titles. Pages in `start` are above all groups.
 */
export const administrationGroups = {
  start: undefined,
  readers: 'administrationReaders',
  activity: 'administrationActivity',
  site: 'administrationSite',
} as const satisfies Record<string, SiteTextName | undefined>;

export type AdministrationGroup = keyof typeof administrationGroups;

/** A page of the engine. It has the same path on every site. */
export interface OwnPage {
  path: string;
  /** Title: a text of the interface by its name, or its words in several languages. */
  title: SiteTextName | Translations;
  /** Required for each page, so that no page becomes visible to everyone by oversight. */
  audience: 'reader' | 'administrator';
  /** Status of the response. Default: 200. */
  status?: 404;
  /** Name of the text to show without scripts, if the browser draws the content. */
  needsScripts?: SiteTextName;
  /** Group in the navigation of the administration, which has only administrators' pages. Default: `site`. */
  group?: AdministrationGroup;
  /** Position in that group: the page with the lowest number is first. Default: last. */
  tab?: number;
}

/** The text in a language, such as `es-MX`: of exactly this tag, else of its language, else English. */
export function translate(translations: Translations, tag: string): string {
  return translations[tag] ?? translations[new Intl.Locale(tag).language] ?? translations.en;
}

/** Properties of every page of the administration. */
export const administration = {
  audience: 'administrator',
  needsScripts: 'administrationNeedsScripts',
} as const;

/**
 * Pages that every site has, by the name with which `ui/pages/page-content.tsx` draws them. Administrators' pages are
 * drawn by `Page` of `ui/admin/<name>/page.tsx`. Features declare theirs in their folders.
 */
export const commonPages = {
  search: { path: SEARCH_PATH, title: 'searchTitle', audience: 'reader' },
  account: {
    path: ACCOUNT_PATH,
    title: 'account',
    audience: 'reader',
    needsScripts: 'accountNeedsScripts',
  },
  api: { path: API_PATH, title: 'apiTitle', audience: 'reader', needsScripts: 'apiNeedsScripts' },
  overview: { path: ADMIN_PATH, title: 'overview', group: 'start', tab: 10, ...administration },
  users: {
    path: USERS_PATH,
    title: 'users',
    group: 'readers',
    tab: 20,
    ...administration,
    needsScripts: 'usersNeedScripts',
  },
  audiences: {
    path: AUDIENCES_PATH,
    title: 'audiences',
    group: 'readers',
    tab: 30,
    ...administration,
    needsScripts: 'audiencesNeedScripts',
  },
  sessions: {
    path: adminPath('sessions'),
    title: 'sessionsTitle',
    group: 'readers',
    tab: 40,
    ...administration,
  },
  mails: { path: adminPath('mails'), title: 'mails', tab: 105, ...administration },
  health: { path: adminPath('health'), title: 'health', tab: 120, ...administration },
  'not-found': { path: NOT_FOUND_PATH, title: 'pageNotFound', audience: 'reader', status: 404 },
} as const satisfies Record<string, OwnPage>;

export type CommonPageName = keyof typeof commonPages;

/** The audience of a page and the status of the response. */
export interface PageServing {
  audience: OwnPage['audience'];
  status: 200 | 404;
}

/** How pages of the site are served. */
export const sitePageServing: PageServing = { audience: 'reader', status: 200 };

const commonPaths: ReadonlySet<string> = new Set(Object.values(commonPages).map(({ path }) => path));

/**
 * Whether an entry of a release is a page of the engine, which isn't content: in any of the release's languages, such as
 * `/es/account`. Only pages of the engine are for administrators, so pages of features are recognized, too.
 */
export function isOwnPage(
  { url, audience }: { url: string; audience?: unknown },
  languages: readonly { path: string }[],
): boolean {
  const isCommon = ({ path }: { path: string }) => commonPaths.has(removeBasePath(url, path) ?? '');
  return audience === 'administrator' || languages.some(isCommon);
}
