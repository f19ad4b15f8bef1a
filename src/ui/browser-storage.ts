import { THEME_STORAGE_KEY } from '../config/constants.ts';
import { LOGIN_PATH } from '../model/urls.ts';
import { isStorageKey } from './shell/storage-keys.ts';

/**
 * What the browser remembers. A reader may have switched storage off: then nothing is remembered, and nothing
 * breaks.
 */
export function remembered(storage: 'local' | 'session', key: string): string | null {
  try {
    return area(storage).getItem(key);
  } catch {
    return null;
  }
}

export function remember(storage: 'local' | 'session', key: string, value: string): void {
  try {
    area(storage).setItem(key, value);
  } catch {
    // Switched off or full: it is a comfort, not a duty.
  }
}

export function forget(storage: 'local' | 'session', key: string): void {
  try {
    area(storage).removeItem(key);
  } catch {
    // Switched off: then nothing was kept.
  }
}

/** What this site has stored, save the theme, which says nothing about who read what. */
export function forgetReader(): void {
  // A site that has the host to itself forgets what its owner's components keep there, too.
  const isAlone = LOGIN_PATH === '/login';
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key !== THEME_STORAGE_KEY && (isAlone || isStorageKey(key))) storage.removeItem(key);
  } catch {
    // Switched off: then nothing was kept.
  }
}

function area(storage: 'local' | 'session'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
