import { PUBLIC, READERS } from '../config/constants.ts';

/**
 * Readers who can see a page: anyone (`public`), every signed-in reader, or members of any of these groups (sorted). Only
 * administrators can see a page with an empty list. A page without an audience is visible to every reader.
 */
export type Audience = typeof PUBLIC | typeof READERS | readonly string[];

/**
 * Version of the audience rules. It changes when the same site folder would show a page to other readers, because a
 * build and its server must agree.
 */
export const AUDIENCE_RULES = 1;

/** The pages that a person can see. Administrators see everything, because they assign the groups. */
export type Scope =
  | { kind: 'everything' }
  /** A signed-in reader in these groups (sorted). */
  | {
      kind: 'reader';
      groups: readonly string[];
      /** An administrator views the site as this reader. Every page says so. */
      preview?: true;
    }
  | { kind: 'visitor'; preview?: true };

/** The person whose view an administrator previews: a reader in these groups, or a visitor. */
export type Previewed = readonly string[] | 'visitor';

/** Normalises a list of names to an audience. Names beside `public` or `readers` have no effect. */
export function toAudience(names: readonly string[]): Audience {
  if (names.includes(PUBLIC)) return PUBLIC;
  return names.includes(READERS) ? READERS : [...new Set(names)].sort();
}

/** Whether something with this audience is visible in a scope. */
export function isInScope(audience: Audience | undefined, scope: Scope): boolean {
  if (scope.kind === 'everything' || audience === PUBLIC) return true;
  if (scope.kind === 'visitor') return false;
  return (
    audience === undefined || audience === READERS || audience.some((group) => scope.groups.includes(group))
  );
}

/** Whether the wider audience includes everyone of the narrower one. */
export function covers(wider: Audience = READERS, narrower: Audience = READERS): boolean {
  if (wider === PUBLIC) return true;
  if (narrower === PUBLIC) return false;
  if (wider === READERS) return true;
  return narrower !== READERS && narrower.every((group) => wider.includes(group));
}

/** The audience of everyone in at least one of these. Without any, only administrators. */
export function uniteAudiences(audiences: Iterable<Audience | undefined>): Audience {
  let all: Audience = [];
  for (const audience of audiences) {
    if (covers(all, audience)) continue;
    all = covers(audience, all) ? (audience ?? READERS) : toAudience([...all, ...(audience ?? READERS)]);
  }
  return all;
}

/** The audience of everyone in both. For two lists of groups, that is the groups in both. */
export function intersectAudiences(one: Audience = READERS, other: Audience = READERS): Audience {
  if (covers(one, other)) return other;
  if (covers(other, one)) return one;
  return [...one].filter((group) => other.includes(group));
}

/** A key that is equal for equal scopes. */
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

/** The audience as text for problems. */
export function describeAudience(audience: Audience = READERS): string {
  return typeof audience === 'string' ? audience : audience.join(', ') || 'nobody';
}
