import type { Traits } from '../index/open-index.ts';

/** Says of a record's id whether it may be a hit. */
export type Filters = (id: number) => boolean;
/** All of these must hold; of an inner list, one. Each is `attribute:value` or `attribute:-value`. */
export type FacetFilters = readonly (string | readonly string[])[];

const facetNames = ['type', 'hierarchy.lvl0', 'docusaurus_tag', 'language', 'lang', 'version'] as const;
type FacetName = (typeof facetNames)[number];

export function filtersOf(facetFilters: FacetFilters, traits: Traits): Filters {
  if (facetFilters.length === 0) return () => true;
  const conditions = facetFilters.map((entry) =>
    (typeof entry === 'string' ? [entry] : entry).map(conditionOf),
  );
  return (id) =>
    conditions.every((any) => any.length === 0 || any.some((condition) => holds(condition, id, traits)));
}

interface Condition {
  attribute: string;
  value: string;
  negated: boolean;
}

function conditionOf(written: string): Condition {
  const colon = written.indexOf(':');
  const attribute = written.slice(0, Math.max(colon, 0));
  const value = written.slice(colon + 1);
  return value.startsWith('-')
    ? { attribute, value: value.slice(1), negated: true }
    : { attribute, value: value.replace(/^\\-/, '-'), negated: false };
}

function holds(condition: Condition, id: number, traits: Traits): boolean {
  const value = facetValue(condition.attribute, id, traits);
  return (value === condition.value) !== condition.negated;
}

function facetValue(attribute: string, id: number, traits: Traits): string | undefined {
  if (!isFacet(attribute)) return undefined;
  switch (attribute) {
    case 'type':
      return traits.type[id];
    case 'hierarchy.lvl0':
      return traits.section[id];
    case 'docusaurus_tag':
      return traits.tag[id];
    case 'language':
    case 'lang':
      return 'en';
    case 'version':
      return 'current';
  }
}

function isFacet(name: string): name is FacetName {
  return facetNames.some((facet) => facet === name);
}

/** How often each value occurs among the found records. */
export function countFacets(
  wanted: readonly string[],
  ids: readonly number[],
  traits: Traits,
): Record<string, Record<string, number>> {
  const names = wanted.includes('*') ? facetNames : facetNames.filter((name) => wanted.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const counts = new Map<string, number>();
      for (const id of ids) {
        const value = facetValue(name, id, traits);
        if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return [name, Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]))];
    }),
  );
}
