import type { ApiSchema } from '../../model/api/openapi.ts';

/** A row of a table: a field or a parameter. */
export interface Field {
  /** Path of a nested field: `tokens[].name`. */
  name: string;
  type: string;
  isRequired: boolean;
  schema: ApiSchema;
}

/** Fields nested deeper are explained by their names. */
const DEPTH_MAX = 4;

/** Fields of a body or response, one list for each form. */
export function listFieldsByForm(schema: ApiSchema): Field[][] {
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema];
  return forms.map((form) => listFields(form, '', 0));
}

export function createField(name: string, schema: ApiSchema, isRequired: boolean): Field {
  return { name, type: describeType(schema), isRequired, schema: removeNull(schema) };
}

function listFields(schema: ApiSchema, prefix: string, depth: number): Field[] {
  const { type, items, properties = {}, required = [] } = removeNull(schema);
  if (type === 'array') return listFields(toSchema(items), `${prefix}[]`, depth);
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const field = createField(name, toSchema(property), required.includes(key));
    return depth < DEPTH_MAX ? [field, ...listFields(field.schema, name, depth + 1)] : [field];
  });
}

/** `date-time`, `string[]`, `integer | null`. */
function describeType(schema: ApiSchema): string {
  const { anyOf, type, format, items } = schema;
  if (anyOf) return [...new Set(anyOf.map(describeType))].join(' | ');
  if (type === 'array') {
    const item = describeType(toSchema(items));
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (Array.isArray(type)) return type.join(' | ');
  return format ?? type ?? 'any';
}

/** Removes `null` from a type. */
function removeNull(schema: ApiSchema): ApiSchema {
  const { anyOf, ...rest } = schema;
  const [onlyType, ...more] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return onlyType !== undefined && more.length === 0 ? { ...onlyType, ...rest } : schema;
}

function toSchema(items: ApiSchema['items']): ApiSchema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}
