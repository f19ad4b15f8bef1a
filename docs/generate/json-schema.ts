import { formatCode } from './tables.ts';

/** The parts of a JSON schema that the reference shows. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
}

/** Allowed values in a few words: "`warn`, `throw`", "list of text", "whole number, 1 to 20". */
export function describeType(schema: JsonSchema): string {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return keepDistinct(branches.map(describeType)).join(' or ');
  if (schema.const !== undefined) return formatCode(String(schema.const));
  if (schema.enum) return schema.enum.map((value) => formatCode(String(value))).join(', ');
  const types = [schema.type ?? []].flat();
  return types.length === 0
    ? 'function'
    : keepDistinct(types.map((type) => describeOneType(type, schema))).join(' or ');
}

function describeOneType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return schema.format === 'uri' ? 'address' : schema.format === 'date' ? 'date' : 'text';
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'whole number' : 'number'}${describeRange(schema)}`;
    case 'array':
      return schema.items && Object.keys(schema.items).length > 0
        ? `list of ${describeType(schema.items)}`
        : 'list';
    case 'null':
      return '`null`';
    default:
      return type;
  }
}

function describeRange({ minimum, maximum }: JsonSchema): string {
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum === undefined || minimum < 0) return '';
  return hasMaximum ? `, ${minimum} to ${maximum}` : `, at least ${minimum}`;
}

function keepDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
