import { toCanonicalText } from '../../shared/canonical-text.ts';
import { recordTypes } from '../index/index-file.ts';
import type { SearchIndex } from '../index/open-index.ts';
import { findSectionOfRecord } from '../index/section-table.ts';
import type { IndexView } from '../index/view.ts';

/** All conditions must hold, and one of each inner list. Each is `attribute:value` or `attribute:-value`. */
export type FacetFilters = readonly (string | readonly string[])[];

/** The sections and records of a view that `facetFilters` let through. */
export interface Filter {
  /** 1 for each section with a record that may be a hit, else 0. */
  visible: Uint8Array;
  isShown(record: number): boolean;
}

const facetNames = ['type', 'hierarchy.lvl0', 'docusaurus_tag', 'language', 'lang', 'version'] as const;
type FacetName = (typeof facetNames)[number];

/** The language that the filter selects, if it selects exactly one. */
export function findFilteredLanguage(facetFilters: FacetFilters): string | undefined {
  const languageFilters = facetFilters.flatMap((entry) => {
    const [onlyFilter, ...alternatives] = typeof entry === 'string' ? [entry] : entry;
    const [, language] = /^lang(?:uage)?:(?!-)(.+)$/.exec(onlyFilter ?? '') ?? [];
    return language !== undefined && alternatives.length === 0 ? [language] : [];
  });
  return languageFilters.length === 1 ? languageFilters[0] : undefined;
}

export function createFilter(facetFilters: FacetFilters, { index, visible }: IndexView): Filter {
  if (facetFilters.length === 0) return { visible, isShown: () => true };
  const conditions = facetFilters
    .map((entry) => (typeof entry === 'string' ? [entry] : entry).map(parseCondition))
    .filter((any) => any.length > 0);
  const holds = (record: number) =>
    conditions.every((any) => any.some((condition) => holdsFor(condition, record, index)));
  const { firstRecords } = index.table;
  const matchingSections = visible.map((isVisible, section) => {
    if (isVisible === 0) return 0;
    const end = firstRecords[section + 1] ?? 0;
    for (let record = firstRecords[section] ?? 0; record < end; record += 1) if (holds(record)) return 1;
    return 0;
  });
  // The records of a page differ only in their types.
  const isOfRecords = conditions.some((any) => any.some(({ attribute }) => attribute === 'type'));
  return { visible: matchingSections, isShown: isOfRecords ? holds : () => true };
}

interface Condition {
  attribute: string;
  value: string;
  /** The record must not have the value. */
  negated: boolean;
}

function parseCondition(condition: string): Condition {
  const colon = condition.indexOf(':');
  const attribute = condition.slice(0, Math.max(colon, 0));
  const value = toCanonicalText(condition.slice(colon + 1));
  return value.startsWith('-')
    ? { attribute, value: value.slice(1), negated: true }
    : { attribute, value: value.replace(/^\\-/, '-'), negated: false };
}

function holdsFor({ attribute, value, negated }: Condition, record: number, index: SearchIndex): boolean {
  return (isFacet(attribute) && readFacetValue(attribute, record, index) === value) !== negated;
}

function readFacetValue(
  attribute: FacetName,
  record: number,
  { table, pages }: SearchIndex,
): string | undefined {
  if (attribute === 'type') return recordTypes[table.types[record] ?? 0];
  if (attribute === 'version') return 'current';
  const page = pages[table.pages[findSectionOfRecord(table, record)] ?? 0];
  switch (attribute) {
    case 'hierarchy.lvl0':
      return page?.category;
    case 'docusaurus_tag':
      return page?.tag;
    case 'language':
    case 'lang':
      return page?.language;
  }
}

function isFacet(name: string): name is FacetName {
  return facetNames.some((facet) => facet === name);
}

/** Counts how often each value occurs among the matching records. */
export function countFacets(
  requestedFacets: readonly string[],
  records: readonly number[],
  index: SearchIndex,
): Record<string, Record<string, number>> {
  const names = requestedFacets.includes('*')
    ? facetNames
    : facetNames.filter((name) => requestedFacets.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const counts = new Map<string, number>();
      for (const record of records) {
        const value = readFacetValue(name, record, index);
        if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return [name, Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]))];
    }),
  );
}
