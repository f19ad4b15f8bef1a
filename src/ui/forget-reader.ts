import { THEME_STORAGE_KEY } from '../config/constants.ts';
import { LOGIN_PATH, SIGN_OUT_URL } from '../model/urls.ts';
import {
  announcementStorageKey,
  blogStorageKey,
  feedbackStorageKey,
  firstStepsStorageKey,
  readerNameStorageKey,
  searchHistoryStorageKey,
  sidebarScrollStorageKey,
  sidebarStorageKey,
  tabsStorageKey,
} from './shell/storage-keys.ts';

const names = [
  announcementStorageKey,
  sidebarScrollStorageKey,
  readerNameStorageKey,
  searchHistoryStorageKey,
  feedbackStorageKey,
];
/** Keys whose values say nothing about the reader. */
const keysToKeep: readonly string[] = [THEME_STORAGE_KEY, firstStepsStorageKey];
const beginnings = [sidebarStorageKey(''), tabsStorageKey(''), blogStorageKey('')];

/** If several sites share the host, only the keys of this one are ours. */
function isOurs(key: string): boolean {
  return names.includes(key) || beginnings.some((beginning) => key.startsWith(beginning));
}

/**
 * Ends the session on the server, forgets the reader, and returns the next URL. Loaded whole while there still is a
 * session.
 */
export async function endSession(): Promise<string> {
  const response = await fetch(SIGN_OUT_URL, { method: 'POST' });
  if (!response.ok) throw new Error(`Signing out answered ${response.status}.`);
  forgetReader();
  // URL to end the identity provider's session, if it has one.
  return response.headers.get('location') ?? LOGIN_PATH;
}

/** Removes what this site has stored in the browser, except what says nothing about the reader. */
export function forgetReader(): void {
  // A site that is alone on its host also removes what its own components have stored.
  const isAlone = LOGIN_PATH === '/login';
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (!keysToKeep.includes(key) && (isAlone || isOurs(key))) storage.removeItem(key);
  } catch {
    // Storage is off, so nothing was stored.
  }
}
