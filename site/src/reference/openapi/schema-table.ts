import { formatCode, prose, table } from '../markdown.ts';
import type { ApiDocument, Parameter, Schema } from './document.ts';
import { resolveSchema } from './endpoints.ts';

/** Fields of a body, those of its objects below them with a dotted name. */
export function bodyTable(document: ApiDocument, schema: Schema): string {
  return table(listFields(document, schema, ''), [
    ['Field', ({ name }) => formatCode(name)],
    ['Type', (field) => typeName(document, field.schema)],
    ['Required', ({ required }) => (required ? 'Yes' : 'No')],
    ['Meaning', (field) => meaning(field.schema.description, field.schema)],
  ]);
}

export function answerTable(document: ApiDocument, schema: Schema): string {
  return table(listFields(document, schema, ''), [
    ['Field', ({ name }) => formatCode(name)],
    ['Type', (field) => typeName(document, field.schema)],
    ['Meaning', (field) => meaning(field.schema.description, field.schema)],
  ]);
}

export function parameterTable(parameters: readonly Parameter[]): string {
  return table(parameters, [
    ['Parameter', ({ name }) => formatCode(name)],
    ['In', (parameter) => parameter.in],
    ['Type', ({ schema }) => String(schema.type ?? 'any')],
    ['Required', ({ required }) => (required ? 'Yes' : 'No')],
    ['Meaning', ({ description, schema }) => meaning(description, schema)],
  ]);
}

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

const DEPTH_MAX = 3;

function listFields(document: ApiDocument, schema: Schema, prefix: string, depth = 0): Field[] {
  const resolved = resolveSchema(document, schema);
  if (resolved.type === 'array' && resolved.items) return listFields(document, resolved.items, prefix, depth);
  const [choice] = resolved.oneOf ?? resolved.anyOf ?? [];
  if (choice) return listFields(document, choice, prefix, depth);
  const required = new Set(resolved.required ?? []);
  return Object.entries(resolved.properties ?? {}).flatMap(([name, property]) => {
    const fieldSchema = resolveSchema(document, property);
    const field = { name: prefix + name, schema: fieldSchema, required: required.has(name) };
    if (depth >= DEPTH_MAX) return [field];
    const inner = `${prefix}${name}${fieldSchema.type === 'array' ? '[]' : ''}.`;
    return [field, ...listFields(document, fieldSchema, inner, depth + 1)];
  });
}

function typeName(document: ApiDocument, schema: Schema): string {
  if (schema.contentMediaType !== undefined) return 'file';
  const { 'x-format': format } = schema;
  if (format !== undefined) return format;
  if (schema.type === 'array') {
    const item = schema.items && resolveSchema(document, schema.items).type;
    return item === undefined ? 'array' : `array of ${String(item)}s`;
  }
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

/** With the default and the accepted values, where the words do not name them already. */
function meaning(description: string | undefined, schema: Schema): string {
  const words = prose(description ?? '');
  const parts = [words];
  const values = schema.enum?.map((value) => formatCode(String(value))) ?? [];
  if (values.some((value) => !words.includes(value))) parts.push(`One of ${values.join(', ')}.`);
  if (schema.default !== undefined && schema.default !== '')
    parts.push(`Default: ${formatCode(String(schema.default))}.`);
  const [first = '', ...more] = parts;
  return more.length === 0 ? first : [/[.!?]$/.test(first) ? first : `${first}.`, ...more].join(' ');
}
