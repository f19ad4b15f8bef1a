import type { SiteComponentHost } from 'gatehouse/sections';
import { formatCode, formatMarkdownTable, joinWords } from '../markdown.ts';

/** A field, parameter or part that a page describes in a row of a table. */
export interface DescribedField {
  /** Name of the field with the names of the objects around it: `data[].app_uid`. */
  name: string;
  type: string;
  meaning: string;
  isRequired: boolean;
  /** The default value in the form that a reader sends. Undefined if the API has none. */
  defaultValue?: string | undefined;
}

type Column = readonly [head: string, cell: (field: DescribedField) => string];

/** A table of the fields that a page hasn't described yet, and references to its descriptions of the others. */
export interface FieldDescriptions {
  /** "See [Create a group](#post-group-body) for `grp_title` and …" */
  references: string[];
  table: string;
  /** Rows of the table. */
  count: number;
}

interface DescriptionForm {
  place: string;
  columns: readonly Column[];
  sayWhere: (earlierPlace: string) => string;
}

/** A section refers to a description elsewhere only for this many fields. Fewer are described again. */
const REFERRED_FIELDS_MIN = 3;

/**
 * Describes fields. Fields of the same name, type and meaning are described once on a page. `place` is a link to this
 * description, for later ones.
 * `sayWhere` says that all fields are described at an earlier place.
 */
export function describeFields(
  host: SiteComponentHost,
  fields: readonly DescribedField[],
  { place, columns, sayWhere }: DescriptionForm,
): FieldDescriptions {
  const samePlace = findPlaceOfSameFields(host, fields);
  if (samePlace !== undefined) return { references: [sayWhere(samePlace)], table: '', count: 0 };
  host.said.set(formatPlaceKey(place), formatAllFields(fields));
  const byPlace = Map.groupBy(fields, (field) => {
    const earlierPlace = host.said.get(formatFieldKey(field));
    return earlierPlace === undefined ? undefined : `${readContainer(field.name)} ${earlierPlace}`;
  });
  const references: string[] = [];
  const referred = new Set<DescribedField>();
  for (const [key, fieldsThere] of byPlace) {
    if (key === undefined || fieldsThere.length < REFERRED_FIELDS_MIN) continue;
    references.push(referTo(host, fieldsThere, sayWhere));
    for (const field of fieldsThere) referred.add(field);
  }
  const describedFields = fields.filter((field) => !referred.has(field));
  for (const siblings of Map.groupBy(describedFields, ({ name }) => readContainer(name)).values()) {
    for (const field of siblings) {
      if (host.said.has(formatFieldKey(field))) continue;
      host.said.set(formatFieldKey(field), place);
      host.said.set(formatExactKey(field), String(siblings.length));
      host.said.set(formatSiblingsKey(field), siblings.map(shortenName).join(' '));
    }
  }
  return { references, table: formatMarkdownTable(describedFields, columns), count: describedFields.length };
}

/** The place on the page that describes exactly these fields, those of inner objects included. */
function findPlaceOfSameFields(
  host: SiteComponentHost,
  fields: readonly DescribedField[],
): string | undefined {
  if (fields.length < REFERRED_FIELDS_MIN) return undefined;
  const place = host.said.get(formatFieldKey(fields[0]));
  const isSame = place !== undefined && host.said.get(formatPlaceKey(place)) === formatAllFields(fields);
  return isSame ? place : undefined;
}

function formatPlaceKey(place: string): string {
  return `all fields of ${place}`;
}

function formatAllFields(fields: readonly DescribedField[]): string {
  return fields.map((field) => `${field.name} ${formatExactKey(field)}`).join('\n');
}

function referTo(
  host: SiteComponentHost,
  fields: readonly DescribedField[],
  sayWhere: DescriptionForm['sayWhere'],
): string {
  const container = readContainer(fields[0]?.name ?? '').slice(0, -1);
  const place = host.said.get(formatFieldKey(fields[0])) ?? '';
  const areAll = fields.every((field) => host.said.get(formatExactKey(field)) === String(fields.length));
  if (areAll) return container === '' ? sayWhere(place) : `See ${place} for ${formatCode(container)}.`;
  const exceptions = listExceptions(host, fields);
  if (exceptions !== undefined) {
    const names = joinWords(exceptions.map(formatCode), 'and');
    return container === ''
      ? `See ${place} for all fields except ${names}.`
      : `See ${place} for all fields of ${formatCode(container)} except ${names}.`;
  }
  const names = joinWords(fields.map(nameField), 'and');
  return container === ''
    ? `See ${place} for ${names}.`
    : `See ${place} for ${names} in ${formatCode(container)}.`;
}

/**
 * The fields of the earlier description that these leave out, if there are few of them. Undefined where the names of
 * the fields are shorter, or have remarks of their own.
 */
function listExceptions(
  host: SiteComponentHost,
  fields: readonly DescribedField[],
): readonly string[] | undefined {
  const [first] = fields;
  const earlierNames = first && host.said.get(formatSiblingsKey(first))?.split(' ');
  if (!earlierNames || !fields.every((field) => host.said.has(formatExactKey(field)))) return undefined;
  const ownNames = new Set(fields.map(shortenName));
  const exceptions = earlierNames.filter((name) => !ownNames.has(name));
  const isShorter = exceptions.length > 0 && exceptions.length < fields.length / 2;
  return isShorter && earlierNames.length === ownNames.size + exceptions.length ? exceptions : undefined;
}

/** The name, with what a request has to know besides. */
export function nameField({ name, isRequired, defaultValue }: DescribedField): string {
  const remarks = [
    ...(isRequired ? ['required'] : []),
    ...(defaultValue === undefined ? [] : [`default ${formatCode(defaultValue)}`]),
  ];
  const code = formatCode(shortenName({ name }));
  return remarks.length === 0 ? code : `${code} (${remarks.join(', ')})`;
}

/** `app_uid` of `data[].app_uid` */
function shortenName({ name }: Pick<DescribedField, 'name'>): string {
  return name.slice(readContainer(name).length);
}

/** `data[].` of `data[].app_uid` */
function readContainer(name: string): string {
  return /^.*\./.exec(name)?.[0] ?? '';
}

function formatFieldKey(field: DescribedField | undefined): string {
  if (!field) return '';
  return `field ${shortenName(field)} ${field.type}: ${field.meaning}`;
}

/** The names of the fields that the same place describes. */
function formatSiblingsKey(field: DescribedField): string {
  return `siblings ${formatFieldKey(field)}`;
}

/** Tells a field that a request needs from one of the same meaning that it can leave out. */
function formatExactKey(field: DescribedField): string {
  return `exact ${formatFieldKey(field)} ${field.isRequired} ${field.defaultValue}`;
}
