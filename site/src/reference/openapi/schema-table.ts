import type { SiteComponentHost } from 'gatehouse/sections';
import { formatCode, formatDetails, formatProse } from '../markdown.ts';
import { type DescribedField, describeFields, type FieldDescriptions } from './described-fields.ts';
import type { ApiDocument, Parameter, Schema } from './document.ts';
import { resolveSchema } from './endpoints.ts';
import { isListParameter, referToListParameters } from './list-parameters.ts';

/** Fields of a body, those of its objects below them with a dotted name. */
export function describeBody(
  document: ApiDocument,
  schema: Schema,
  place: string,
  host: SiteComponentHost,
): FieldDescriptions {
  return describeFields(host, listDescribed(document, schema), {
    place,
    sayWhere: (earlierPlace) => `They are the fields of ${earlierPlace}.`,
    columns: [
      ['Field', ({ name }) => formatCode(name)],
      ['Type', ({ type }) => type],
      ['Required', ({ isRequired }) => (isRequired ? 'Yes' : 'No')],
      ['Meaning', addDefault],
    ],
  });
}

export function describeAnswerFields(
  document: ApiDocument,
  schema: Schema,
  place: string,
  host: SiteComponentHost,
): FieldDescriptions {
  // An answer has a field or not: which of them a request needs says nothing here.
  const fields = listDescribed(document, schema).map((field) => ({ ...field, isRequired: false }));
  return describeFields(host, fields, {
    place,
    sayWhere: (earlierPlace) => `See ${earlierPlace}.`,
    columns: [
      ['Field', ({ name }) => formatCode(name)],
      ['Type', ({ type }) => type],
      ['Meaning', addDefault],
    ],
  });
}

/** Tables longer than this are folded. */
const OPEN_ROWS_MAX = 12;

/** The table of the fields, which readers open if it is long. */
export function foldFields({ table, count }: FieldDescriptions): string {
  return count > OPEN_ROWS_MAX ? formatDetails(`${count} fields`, table) : table;
}

/** Parameters in the query are optional, and those of the path required, unless their type says otherwise. */
export function describeParameters(
  parameters: readonly Parameter[],
  place: string,
  host: SiteComponentHost,
): FieldDescriptions {
  const fields = parameters.map(describeParameter);
  const ofLists = fields.filter(isListParameter);
  const ownFields = fields.filter((field) => !ofLists.includes(field));
  const list = ofLists.length === 0 ? undefined : referToListParameters(host, ofLists, place);
  const isAllElsewhere = (earlierPlace: string) => list === undefined || list.earlierPlace === earlierPlace;
  const { references, ...rows } = describeFields(host, ownFields, {
    place,
    sayWhere: (earlierPlace) =>
      isAllElsewhere(earlierPlace) ? `See ${earlierPlace}.` : `For the others, see ${earlierPlace}.`,
    columns: [
      ['Parameter', ({ name }) => formatCode(name)],
      ['Type', ({ type }) => type],
      ['Meaning', addDefault],
    ],
  });
  const areAllElsewhere =
    list?.earlierPlace !== undefined &&
    references.join() === `See ${list.earlierPlace}.` &&
    rows.table === '';
  return {
    ...rows,
    references: list === undefined || areAllElsewhere ? references : [list.sentence, ...references],
  };
}

export function describeParameter({
  name,
  description,
  schema,
  required,
  ...parameter
}: Parameter): DescribedField {
  const type = String(schema.type ?? 'any');
  const remarks = [
    ...(parameter.in === 'query' ? [] : [`in ${parameter.in === 'path' ? 'the path' : 'a header'}`]),
    ...(parameter.in !== 'path' && required ? ['required'] : []),
  ];
  return {
    name,
    type: [type, ...remarks].join(', '),
    meaning: describeMeaning(description, schema),
    // The type says it, which is part of what a page says once.
    isRequired: false,
    defaultValue: readDefault(schema),
  };
}

function listDescribed(document: ApiDocument, schema: Schema): DescribedField[] {
  return listFields(document, schema, '').map((field) => ({
    name: field.name,
    type: describeType(document, field.schema),
    meaning: describeMeaning(field.schema.description, field.schema),
    isRequired: field.required,
    defaultValue: readDefault(field.schema),
  }));
}

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

const DEPTH_MAX = 3;

function listFields(document: ApiDocument, schema: Schema, prefix: string, depth = 0): Field[] {
  const resolvedSchema = resolveSchema(document, schema);
  if (resolvedSchema.type === 'array' && resolvedSchema.items)
    return listFields(document, resolvedSchema.items, prefix, depth);
  const [choice] = resolvedSchema.oneOf ?? resolvedSchema.anyOf ?? [];
  if (choice) return listFields(document, choice, prefix, depth);
  const required = new Set(resolvedSchema.required ?? []);
  return Object.entries(resolvedSchema.properties ?? {}).flatMap(([name, property]) => {
    const fieldSchema = resolveSchema(document, property);
    const field = { name: prefix + name, schema: fieldSchema, required: required.has(name) };
    if (depth >= DEPTH_MAX) return [field];
    const inner = `${prefix}${name}${fieldSchema.type === 'array' ? '[]' : ''}.`;
    return [field, ...listFields(document, fieldSchema, inner, depth + 1)];
  });
}

function describeType(document: ApiDocument, schema: Schema): string {
  if (schema.contentMediaType !== undefined) return 'file';
  const { 'x-format': format } = schema;
  if (format !== undefined) return format;
  if (schema.type === 'array') {
    const item = schema.items && resolveSchema(document, schema.items).type;
    return item === undefined ? 'array' : `array of ${String(item)}s`;
  }
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

/** Describes a field, with the accepted values unless the description already names them. */
function describeMeaning(description: string | undefined, schema: Schema): string {
  const words = formatProse(description ?? '');
  const values = schema.enum?.map((value) => formatCode(String(value))) ?? [];
  return values.some((value) => !words.includes(value)) ? join(words, `One of ${values.join(', ')}.`) : words;
}

function readDefault(schema: Schema): string | undefined {
  return schema.default === undefined || schema.default === '' ? undefined : String(schema.default);
}

function addDefault({ meaning, defaultValue }: DescribedField): string {
  return defaultValue === undefined ? meaning : join(meaning, `Default: ${formatCode(defaultValue)}.`);
}

/** Joins two sentences, each of which may be empty. */
function join(first: string, second: string): string {
  return first === '' ? second : `${/[.!?]$/.test(first) ? first : `${first}.`} ${second}`;
}
