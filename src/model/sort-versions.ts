import type { DocSet } from './site.ts';

/** Sorts the versions of one documentation as lists show them. In the Site, the main version is the first. */
export function sortVersions(sets: readonly DocSet[]): DocSet[] {
  return sets.toSorted((one, other) => one.position - other.position);
}
