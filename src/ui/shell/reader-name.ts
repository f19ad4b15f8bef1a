import { SESSION_URL } from '../../model/urls.ts';
import { remember, remembered } from '../browser-storage.ts';
import { createStore } from '../store.ts';

const key = 'reader-name';

/** Who reads. Pages are the same for everybody, so the browser asks; until it knows, there is no name. */
export const readerName = createStore<string | undefined>(undefined);

export async function learnReaderName(): Promise<void> {
  readerName.set(remembered('session', key) ?? undefined);
  try {
    const response = await fetch(SESSION_URL, { cache: 'no-store' });
    const { user }: { user?: { name?: unknown } } = await response.json();
    if (typeof user?.name !== 'string') return;
    readerName.set(user.name);
    remember('session', key, user.name);
  } catch {
    // The link says what it leads to without it.
  }
}
