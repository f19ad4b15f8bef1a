import type { SignedInUser } from '../../accounts/account.ts';
import { isInScope, type Scope } from '../../model/audience.ts';
import type { Entry, LazyEntry, Release } from './release.ts';

/** A release as seen in one scope. It contains only what the scope may see. */
interface ReleaseView {
  getEntry(path: string): Entry | LazyEntry | undefined;
  /** Old path → canonical path. */
  redirects: ReadonlyMap<string, string>;
}

/** The views of a release for all scopes. */
export interface ReleaseViews {
  /** Returns the view of a scope. It's created if needed, which is fast enough to do while a reader waits. */
  findView(scope: Scope): ReleaseView;
  /** Removes the groups that make no difference from a scope. */
  simplify(scope: Scope): Scope;
  /** Links, and previous or next pages, that lead some readers of a page to a page that they may not see. */
  findings: Record<'links' | 'neighbours', readonly { from: string; to: string }[]>;
  /** Stops the renderers when the release is no longer served. They start again if needed. */
  close(): void;
}

/**
 * Opens the views of a release. `folder` is the folder of the release. It's absolute, as are `site` and `renderers`.
 * Rejects with the reason if these files can't be used.
 */
export type OpenViews = (parts: {
  folder: string;
  origin?: string | undefined;
  site: string;
  renderers: readonly string[];
  entries: ReadonlyMap<string, Entry>;
}) => Promise<ReleaseViews>;

/** Views for servers that can't create any: a reader who may not see everything sees nothing. */
export const createNoViews: OpenViews = async () => ({
  simplify: (scope) => scope,
  findings: { links: [], neighbours: [] },
  findView: () => ({ getEntry: () => undefined, redirects: new Map() }),
  close() {},
});

type Reader = Pick<SignedInUser, 'role' | 'groups' | 'preview'>;

/** The part of the site that a user may see. Without a user, that of visitors. */
export function resolveScope(user: Reader | undefined): Scope {
  if (user === undefined) return { kind: 'visitor' };
  if (user.role !== 'administrator') return { kind: 'reader', groups: user.groups };
  if (user.preview === undefined) return { kind: 'everything' };
  if (user.preview === 'visitor') return { kind: 'visitor', preview: true };
  return { kind: 'reader', groups: user.preview, preview: true };
}

/** Views of releases, by their entries, which never change. */
const unscopedEntries = new WeakMap<Release['entries'], Release['entries']>();

/**
 * Finds an entry that is the same for everyone, or for all administrators, so that it needs no view. It's looked up
 * before anything else. Hidden pages and pages that don't exist both aren't found here, so both take the same time.
 */
export function findUnscopedEntry(
  { entries }: Pick<Release, 'entries'>,
  path: string,
): Entry | LazyEntry | undefined {
  const cachedEntries = unscopedEntries.get(entries);
  if (cachedEntries) return cachedEntries.get(path);
  const sharedEntries = [...entries].filter(
    ([, { audience }]) => audience === 'visitor' || audience === 'administrator',
  );
  unscopedEntries.set(entries, new Map(sharedEntries));
  return findUnscopedEntry({ entries }, path);
}

/** Finds the entry of exactly this path for a reader. Returns undefined for entries that the reader may not see. */
export function findEntryFor(
  user: Reader | undefined,
  release: Pick<Release, 'entries' | 'views'>,
  path: string,
): Entry | LazyEntry | undefined {
  const scope = resolveScope(user);
  const sharedEntry = findUnscopedEntry(release, path);
  // Administrators keep access to the administration during a preview, because they end it there.
  if (sharedEntry?.audience === 'administrator')
    return user?.role === 'administrator' ? sharedEntry : undefined;
  if (release.views && scope.kind !== 'everything') return release.views.findView(scope).getEntry(path);
  const entry = release.entries.get(path);
  return entry !== undefined && isEntryVisible(entry.audience, scope) ? entry : undefined;
}

/** Finds the redirect of an old path for a reader. */
export function findRedirectFor(
  user: Reader | undefined,
  { redirects, views }: Pick<Release, 'redirects' | 'views'>,
  path: string,
): string | undefined {
  const scope = resolveScope(user);
  if (views && scope.kind !== 'everything') return views.findView(scope).redirects.get(path);
  return scope.kind === 'visitor' ? undefined : redirects.get(path);
}

/** Whether an entry with this audience is visible in a scope. */
export function isEntryVisible(audience: Entry['audience'], scope: Scope): boolean {
  switch (audience) {
    case 'visitor':
    case 'public':
      return true;
    case 'reader':
      return scope.kind !== 'visitor';
    case 'administrator':
      return scope.kind === 'everything';
    default:
      return isInScope(audience, scope);
  }
}
