import { recall, remember } from '../browser-storage.ts';
import { blogStorageKey } from '../shell/storage-keys.ts';
import type { BlogData } from './blog-data.ts';

/** Within this time, opening the list again is the same visit. */
const VISIT_MS = 30 * 60_000;

/** A browser's memory of a blog. It isn't sent to the server. */
interface SeenPosts {
  /** Date of the latest post before this visit. */
  before: string;
  /** Date of the latest post of all visits. */
  latest: string;
  /** When the list was last open, in milliseconds since 1970. */
  at: number;
}

/**
 * Notes a visit to the list of a blog, and returns the paths of the posts that were published since the last one. At the
 * first visit all posts are new, so none is returned.
 */
export function findNewPosts({ home, posts = [] }: BlogData): ReadonlySet<string> {
  if (!home) return new Set();
  const latest =
    posts
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '';
  const seen = noteVisit(home.path, latest, Date.now());
  return new Set(posts.flatMap((post) => (post.date > seen.before ? [post.path] : [])));
}

/** Stores this visit, and returns what the reader had seen before it. */
function noteVisit(blog: string, latest: string, now: number): SeenPosts {
  const key = blogStorageKey(blog);
  const lastVisit = parseSeen(recall('local', key));
  const isSameVisit = lastVisit !== undefined && now - lastVisit.at < VISIT_MS;
  const before = lastVisit === undefined ? latest : isSameVisit ? lastVisit.before : lastVisit.latest;
  const seen = {
    before,
    latest: lastVisit && lastVisit.latest > latest ? lastVisit.latest : latest,
    at: now,
  };
  remember('local', key, JSON.stringify(seen));
  return seen;
}

function parseSeen(text: string | null): SeenPosts | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('before' in value && 'latest' in value && 'at' in value)) return undefined;
    const { before, latest, at } = value;
    return typeof before === 'string' && typeof latest === 'string' && typeof at === 'number'
      ? { before, latest, at }
      : undefined;
  } catch {
    // Something else wrote this key.
    return undefined;
  }
}
