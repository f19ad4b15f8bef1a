import type { SignedInUser } from '../../accounts/account.ts';
import { isWithin, type Scope } from '../../model/audience.ts';
import type { Entry, LazyEntry, Release } from './release.ts';

/** A release as it looks in one scope. What it does not have is not there. */
interface ReleaseView {
  entry(path: string): Entry | LazyEntry | undefined;
  /** Old path → canonical path. */
  redirects: ReadonlyMap<string, string>;
}

export interface ReleaseViews {
  /** Makes the view where it is not kept; quick enough to be made while a reader waits. */
  of(scope: Scope): ReleaseView;
  /** The same scope without the groups that make no difference. */
  plain(scope: Scope): Scope;
  /** Pages that lead some of their readers to what they do not see, by links and as neighbours. */
  findings: Record<'links' | 'neighbours', readonly { from: string; to: string }[]>;
  /** Ends what renders pages until it is needed again: nobody asks this release any more. */
  close(): void;
}

/** Rejects with the reason where these files can't be used. `folder`: of the release, absolute; so are the files `site` and `renderers`. `entries`: those of the release. */
export type OpenViews = (parts: {
  folder: string;
  origin?: string | undefined;
  site: string;
  renderers: readonly string[];
  entries: ReadonlyMap<string, Entry>;
}) => Promise<ReleaseViews>;

/** Where nobody can make views, who does not see everything sees nothing. */
export const noViews: OpenViews = async () => ({
  plain: (scope) => scope,
  findings: { links: [], neighbours: [] },
  of: () => ({ entry: () => undefined, redirects: new Map() }),
  close() {},
});

type Reader = Pick<SignedInUser, 'role' | 'groups' | 'preview'>;

export function scopeOf(user: Reader | undefined): Scope {
  if (user === undefined) return { kind: 'visitor' };
  if (user.role !== 'administrator') return { kind: 'reader', groups: user.groups };
  if (user.preview === undefined) return { kind: 'everything' };
  if (user.preview === 'visitor') return { kind: 'visitor', preview: true };
  return { kind: 'reader', groups: user.preview, preview: true };
}

/** By the entries, which never change. */
const unscoped = new WeakMap<Release['entries'], Release['entries']>();

/**
 * What is the same for everybody, or for every administrator, so that no view decides on it. Asked before anything else:
 * what is hidden is not among it, as little as what never was, and is looked up nowhere that would take another time.
 */
export function unscopedEntry(
  { entries }: Pick<Release, 'entries'>,
  path: string,
): Entry | LazyEntry | undefined {
  const known = unscoped.get(entries);
  if (known) return known.get(path);
  const own = [...entries].filter(
    ([, { audience }]) => audience === 'visitor' || audience === 'administrator',
  );
  unscoped.set(entries, new Map(own));
  return unscopedEntry({ entries }, path);
}

/** What is at exactly this path for this reader. What is for others is not there, by whatever address they ask. */
export function entryFor(
  user: Reader | undefined,
  release: Pick<Release, 'entries' | 'views'>,
  path: string,
): Entry | LazyEntry | undefined {
  const scope = scopeOf(user);
  const own = unscopedEntry(release, path);
  // Whoever administers does so in a preview too, and ends it there.
  if (own?.audience === 'administrator') return user?.role === 'administrator' ? own : undefined;
  if (release.views && scope.kind !== 'everything') return release.views.of(scope).entry(path);
  const entry = release.entries.get(path);
  return entry !== undefined && mayRead(entry.audience, scope) ? entry : undefined;
}

/** Where an old path leads for this reader. */
export function redirectFor(
  user: Reader | undefined,
  { redirects, views }: Pick<Release, 'redirects' | 'views'>,
  path: string,
): string | undefined {
  const scope = scopeOf(user);
  if (views && scope.kind !== 'everything') return views.of(scope).redirects.get(path);
  return scope.kind === 'visitor' ? undefined : redirects.get(path);
}

export function mayRead(audience: Entry['audience'], scope: Scope): boolean {
  switch (audience) {
    case 'visitor':
    case 'public':
      return true;
    case 'reader':
      return scope.kind !== 'visitor';
    case 'administrator':
      return scope.kind === 'everything';
    default:
      return isWithin(audience, scope);
  }
}
