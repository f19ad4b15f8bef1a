import { THEME_STORAGE_KEY } from '../config/constants.ts';
import { LOGIN_PATH } from '../model/urls.ts';
import {
  announcementStorageKey,
  feedbackStorageKey,
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
const beginnings = [sidebarStorageKey(''), tabsStorageKey('')];

/** On a host that several sites share, the others are not ours. */
function isOurs(key: string): boolean {
  return names.includes(key) || beginnings.some((beginning) => key.startsWith(beginning));
}

/** What this site has stored in the browser goes, save the theme, which says nothing about who read what. */
export function forgetReader(): void {
  // A site that has the host to itself forgets what its owner's components keep there, too.
  const isAlone = LOGIN_PATH === '/login';
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key !== THEME_STORAGE_KEY && (isAlone || isOurs(key))) storage.removeItem(key);
  } catch {
    // Switched off: then nothing was kept.
  }
}
