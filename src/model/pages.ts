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

/** A page of the program itself, and not of the site: it is at this address of every site. */
export interface OwnPage {
  path: string;
  /** Name of the text that is its title. */
  title: TextName;
  /** Whom it is there for. Said for each, so that nobody's page is everybody's by oversight. */
  audience: 'reader' | 'administrator';
  /** Of the answer; 200 unless said. */
  status?: 404;
  /** Name of the text for where scripts are off, if the page's content is drawn in the browser. */
  needsScripts?: TextName;
}

const administration = { audience: 'administrator', needsScripts: 'administrationNeedsScripts' } as const;

/**
 * By the name under which `ui/pages/page-content.tsx` draws them; those of administrators are drawn by `Page` of
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

/** Who may see a page of this kind, and how it is answered; what is no page of our own is for readers. */
export function servingOf(kind: string): Pick<OwnPage, 'audience'> & { status: number } {
  const own: Readonly<Record<string, OwnPage | undefined>> = ownPages;
  return { audience: own[kind]?.audience ?? 'reader', status: own[kind]?.status ?? 200 };
}

// The keys are these names: `Object.entries` forgets that.
export const ownPageList = Object.entries(ownPages) as readonly [OwnPageName, OwnPage][];
