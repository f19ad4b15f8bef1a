import { EnvironmentVariable } from 'gatehouse/api-samples';
import type { ApiDocument, MediaContent, Schema } from './document.ts';
import { resolveSchema } from './endpoints.ts';

/** Optional fields that a sample request shows; more would hide the ones that matter. */
const OPTIONAL_FIELDS_MAX = 4;

/** The value of a sample answer: every field that the endpoint gives, in its order. */
export function makeExample(document: ApiDocument, schema: Schema): unknown {
  const resolvedSchema = resolveSchema(document, schema);
  if (resolvedSchema.examples) return resolvedSchema.examples[0];
  const [choice] = resolvedSchema.oneOf ?? resolvedSchema.anyOf ?? [];
  if (choice) return makeExample(document, choice);
  if (resolvedSchema.type === 'array') {
    const item = resolvedSchema.items && makeExample(document, resolvedSchema.items);
    return item === undefined ? [] : [item];
  }
  if (resolvedSchema.properties) {
    const entries = Object.entries(resolvedSchema.properties);
    return Object.fromEntries(entries.map(([name, property]) => [name, makeExample(document, property)]));
  }
  if (resolvedSchema.type === 'object') return {};
  return resolvedSchema.enum?.[0] ?? resolvedSchema.default ?? null;
}

/** The sample answer; nothing where the product promises no fields, because `{}` would be no sample of them. */
export function answerExample(
  document: ApiDocument,
  { example, schema = {} }: MediaContent[string],
): unknown {
  const value = example ?? makeExample(document, schema);
  const inner = Array.isArray(value) ? value[0] : value;
  return typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0 ? undefined : value;
}

/** The value of a sample request: what is required, and a few optional fields that say something. */
export function chooseRequestExample(document: ApiDocument, content: MediaContent[string]): unknown {
  if (content.example !== undefined) return content.example;
  const schema = resolveSchema(document, content.schema ?? {});
  if (schema.examples || !schema.properties) return makeExample(document, schema);
  const required = new Set(schema.required ?? []);
  let optionalCount = 0;
  const fields = Object.entries(schema.properties).flatMap(([name, property]) => {
    const { 'x-env': variable } = property;
    const value =
      variable === undefined ? makeExample(document, property) : new EnvironmentVariable(variable);
    if (!required.has(name) && (saysNothing(value) || optionalCount >= OPTIONAL_FIELDS_MAX)) return [];
    if (!required.has(name)) optionalCount += 1;
    return [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function saysNothing(value: unknown): boolean {
  if (value instanceof EnvironmentVariable) return false;
  if (value === '' || value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
