import { recall, remember } from '../../browser-storage.ts';
import { askSession } from '../../navigation/ask-session.ts';
import { createExternalStore } from '../../store.ts';
import { learnAnnouncement } from '../announcement/announced.ts';
import { readerNameStorageKey } from '../storage-keys.ts';

/** Name of the reader. Pages are the same for all, so the browser asks. Until then there is no name. */
export const readerName = createExternalStore<string | undefined>(undefined);

/** Whether the reader can open administration pages. */
export const isAdministrator = createExternalStore(false);

export async function learnReaderName(): Promise<void> {
  readerName.set(recall('session', readerNameStorageKey) ?? undefined);
  try {
    const { user, announcement } = await askSession();
    learnAnnouncement(announcement);
    isAdministrator.set(user?.role === 'administrator');
    if (typeof user?.name !== 'string') return;
    readerName.set(user.name);
    remember('session', readerNameStorageKey, user.name);
  } catch {
    // The link works without the name.
  }
}

/**
 * Shows the name, as the inline script does for whole pages, together with the next page, so that nothing moves on the
 * first one.
 */
export function showReaderName(): void {
  const name = readerName.get();
  if (name === undefined) return;
  const { documentElement: root } = document;
  root.style.setProperty('--reader-name', JSON.stringify(name));
  root.dataset.reader = '';
}
