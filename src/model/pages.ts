import type { TextName } from '../config/texts.ts';
import {
  ACCOUNT_PATH,
  ADMIN_PATH,
  API_PATH,
  AUDIENCES_PATH,
  adminPath,
  NOT_FOUND_PATH,
  SEARCH_PATH,
  USERS_PATH,
} from './urls.ts';

/** A page of the engine. It has the same path on every site. */
export interface OwnPage {
  path: string;
  /** Name of the text that is its title. */
  title: TextName;
  /** Required for each page, so that no page becomes visible to everyone by oversight. */
  audience: 'reader' | 'administrator';
  /** Status of the response. Default: 200. */
  status?: 404;
  /** Name of the text to show without scripts, if the browser draws the content. */
  needsScripts?: TextName;
}

const administration = { audience: 'administrator', needsScripts: 'administrationNeedsScripts' } as const;

/**
 * Pages by the name with which `ui/pages/page-content.tsx` draws them. Administrators' pages are drawn by `Page` of
 * `ui/admin/<name>/page.tsx`.
 */
export const ownPages = {
  search: { path: SEARCH_PATH, title: 'searchTitle', audience: 'reader' },
  account: {
    path: ACCOUNT_PATH,
    title: 'account',
    audience: 'reader',
    needsScripts: 'accountNeedsScripts',
  },
  api: { path: API_PATH, title: 'apiTitle', audience: 'reader', needsScripts: 'apiNeedsScripts' },
  overview: { path: ADMIN_PATH, title: 'overview', ...administration },
  users: { path: USERS_PATH, title: 'users', ...administration, needsScripts: 'usersNeedScripts' },
  audiences: {
    path: AUDIENCES_PATH,
    title: 'audiences',
    ...administration,
    needsScripts: 'audiencesNeedScripts',
  },
  reading: { path: adminPath('reading'), title: 'reading', ...administration },
  searches: { path: adminPath('searches'), title: 'searches', ...administration },
  feedback: { path: adminPath('feedback'), title: 'feedback', ...administration },
  audit: { path: adminPath('audit'), title: 'audit', ...administration },
  sessions: { path: adminPath('sessions'), title: 'sessionsTitle', ...administration },
  agents: { path: adminPath('agents'), title: 'agentsTitle', ...administration },
  announcement: { path: adminPath('announcement'), title: 'announcement', ...administration },
  health: { path: adminPath('health'), title: 'health', ...administration },
  releases: { path: adminPath('releases'), title: 'releases', ...administration },
  backups: { path: adminPath('backups'), title: 'backups', ...administration },
  'not-found': { path: NOT_FOUND_PATH, title: 'pageNotFound', audience: 'reader', status: 404 },
} as const satisfies Record<string, OwnPage>;

export type OwnPageName = keyof typeof ownPages;

/** The audience and status of a page kind. Pages of the site are for readers, with status 200. */
export function findServing(kind: string): Pick<OwnPage, 'audience'> & { status: number } {
  const pages: Readonly<Record<string, OwnPage | undefined>> = ownPages;
  return { audience: pages[kind]?.audience ?? 'reader', status: pages[kind]?.status ?? 200 };
}

// `Object.entries` returns `string` keys, although they are known.
export const ownPageList = Object.entries(ownPages) as readonly [OwnPageName, OwnPage][];
