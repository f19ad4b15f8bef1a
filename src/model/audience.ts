import { PUBLIC, READERS } from '../config/constants.ts';

/**
 * Whom a page is there for: everybody, every signed-in reader, or those who are in any of these groups (sorted). In
 * none of them is nobody but administrators. Where a page says nothing, it is there for every reader.
 */
export type Audience = typeof PUBLIC | typeof READERS | readonly string[];

/** Changes when the same words in a site folder let others read a page: a build and its server must agree. */
export const AUDIENCE_RULES = 1;

/** What somebody may see. Administrators see everything: they decide who is in which group. */
export type Scope =
  | { kind: 'everything' }
  /** Signed in, and in these groups (sorted). */
  | {
      kind: 'reader';
      groups: readonly string[];
      /** An administrator looks at it: each page says so. */
      preview?: true;
    }
  | { kind: 'visitor'; preview?: true };

/** As whom an administrator looks at the site: a reader in these groups, or a visitor. */
export type Previewed = readonly string[] | 'visitor';

/** The one spelling of an audience; whoever is named beside everybody makes no difference. */
export function audienceOf(names: readonly string[]): Audience {
  if (names.includes(PUBLIC)) return PUBLIC;
  return names.includes(READERS) ? READERS : [...new Set(names)].sort();
}

export function isWithin(audience: Audience | undefined, scope: Scope): boolean {
  if (scope.kind === 'everything' || audience === PUBLIC) return true;
  if (scope.kind === 'visitor') return false;
  return (
    audience === undefined || audience === READERS || audience.some((group) => scope.groups.includes(group))
  );
}

/** Whether everybody of the narrower one is among the wider one. */
export function covers(wider: Audience = READERS, narrower: Audience = READERS): boolean {
  if (wider === PUBLIC) return true;
  if (narrower === PUBLIC) return false;
  if (wider === READERS) return true;
  return narrower !== READERS && narrower.every((group) => wider.includes(group));
}

/** Everybody of any of them; of none: nobody. */
export function anyOf(audiences: Iterable<Audience | undefined>): Audience {
  let all: Audience = [];
  for (const audience of audiences) {
    if (covers(all, audience)) continue;
    all = covers(audience, all) ? (audience ?? READERS) : audienceOf([...all, ...(audience ?? READERS)]);
  }
  return all;
}

/** Those whom both name: of two lists of groups the groups that are in both. */
export function bothOf(one: Audience = READERS, other: Audience = READERS): Audience {
  if (covers(one, other)) return other;
  if (covers(other, one)) return one;
  return [...one].filter((group) => other.includes(group));
}

/** The same text for the same scope. */
export function scopeKey(scope: Scope): string {
  switch (scope.kind) {
    case 'everything':
      return scope.kind;
    case 'visitor':
      return scope.preview ? 'previewed visitor' : scope.kind;
    case 'reader':
      return `${scope.preview ? 'preview' : 'reader'} ${scope.groups.join(' ')}`;
  }
}

/** For problems. */
export function audienceText(audience: Audience = READERS): string {
  return typeof audience === 'string' ? audience : audience.join(', ') || 'nobody';
}
