import {
  SEARCH_FAVOURITES_MAX,
  SEARCH_RECENT_MAX,
  SEARCH_RECENT_MAX_WITH_FAVOURITES,
} from '../../config/constants.ts';
import { recall, remember } from '../browser-storage.ts';
import { askSession } from '../navigation/ask-session.ts';
import { searchHistoryStorageKey } from '../shell/storage-keys.ts';
import type { StoredHit } from './search-item.ts';

/** Results that the reader opened, newest first, and favourites. */
interface SearchHistory {
  recent: readonly StoredHit[];
  favourites: readonly StoredHit[];
}

const emptyHistory: SearchHistory = { recent: [], favourites: [] };

export function addOpened(history: SearchHistory, hit: StoredHit): SearchHistory {
  if (history.favourites.some(({ url }) => url === hit.url)) return history;
  return { ...history, recent: [hit, ...removeFromList(history.recent, hit)].slice(0, SEARCH_RECENT_MAX) };
}

/** Moves a result from recent to favourites, and drops the oldest favourite if there are too many. */
export function addFavourite(history: SearchHistory, hit: StoredHit): SearchHistory {
  return {
    recent: removeFromList(history.recent, hit),
    favourites: [hit, ...removeFromList(history.favourites, hit)].slice(0, SEARCH_FAVOURITES_MAX),
  };
}

export function removeHit(history: SearchHistory, hit: StoredHit): SearchHistory {
  return { recent: removeFromList(history.recent, hit), favourites: removeFromList(history.favourites, hit) };
}

export function selectShownRecent({ recent, favourites }: SearchHistory): readonly StoredHit[] {
  return favourites.length > 0 ? recent.slice(0, SEARCH_RECENT_MAX_WITH_FAVOURITES) : recent;
}

function removeFromList(list: readonly StoredHit[], hit: StoredHit): StoredHit[] {
  return list.filter(({ url }) => url !== hit.url);
}

/** Loads the history of this user. Ignores that of another user. */
function loadHistory(user: string): SearchHistory {
  const historyJson = recall('local', searchHistoryStorageKey);
  if (historyJson === null) return emptyHistory;
  try {
    const parsedHistory: unknown = JSON.parse(historyJson);
    if (
      typeof parsedHistory !== 'object' ||
      parsedHistory === null ||
      !('user' in parsedHistory) ||
      parsedHistory.user !== user
    )
      return emptyHistory;
    return {
      recent: 'recent' in parsedHistory ? readHits(parsedHistory.recent).slice(0, SEARCH_RECENT_MAX) : [],
      favourites:
        'favourites' in parsedHistory
          ? readHits(parsedHistory.favourites).slice(0, SEARCH_FAVOURITES_MAX)
          : [],
    };
  } catch {
    return emptyHistory;
  }
}

function readHits(value: unknown): StoredHit[] {
  return Array.isArray(value) ? value.filter(isStoredHit) : [];
}

function isStoredHit(value: unknown): value is StoredHit {
  if (typeof value !== 'object' || value === null) return false;
  const hit: Record<string, unknown> = { ...value };
  // Follow only URLs of this site.
  return (
    ['objectID', 'url', 'title', 'path'].every((key) => typeof hit[key] === 'string') &&
    /^\/(?!\/)/.test(String(hit.url))
  );
}

export function createHistoryKeeper() {
  let user: string | undefined;
  let entries = emptyHistory;
  let loadPromise: Promise<void> | undefined;
  const load = async () => {
    user = await fetchSignedInUser();
    if (user !== undefined) entries = loadHistory(user);
  };
  return {
    /** History of the signed-in user. Empty if that can't be determined. */
    async waitUntilLoaded() {
      loadPromise ??= load();
      await loadPromise;
      return entries;
    },
    change(by: (kept: SearchHistory) => SearchHistory) {
      entries = by(entries);
      if (user !== undefined)
        remember('local', searchHistoryStorageKey, JSON.stringify({ user, ...entries }));
    },
  };
}

/** Identifies the user whose history it is. */
async function fetchSignedInUser(): Promise<string | undefined> {
  try {
    const { user } = await askSession();
    return typeof user?.email === 'string' ? user.email : undefined;
  } catch {
    return undefined;
  }
}
