import { type Call, Refusal, type World } from './call.ts';
import type { Field } from './endpoint-data.ts';

/** Errors of every endpoint: a missing value, a wrong type, or a value outside of the field's limits. */
export function checkRequest({ endpoint, request, world }: Call): Refusal | undefined {
  const { parameters, body } = endpoint;
  const wrongParameter = findFirstProblem(world, parameters, request.parameters);
  if (wrongParameter !== undefined || body === undefined) return wrongParameter;
  const { fields, kind } = body;
  if (fields.length === 0) {
    const isValue = typeof request.body === 'object' && request.body !== null;
    return isValue || kind !== 'json' ? undefined : new Refusal(400, 'no JSON');
  }
  const items: unknown[] = Array.isArray(request.body) ? request.body : [request.body ?? {}];
  for (const item of items) {
    if (!isRecord(item)) return new Refusal(400, 'no JSON');
    const inItem = findFirstProblem(world, fields, item);
    if (inItem !== undefined) return inItem;
  }
  return undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findFirstProblem(
  world: World,
  fields: readonly Field[],
  values: Record<string, unknown>,
): Refusal | undefined {
  for (const field of fields) {
    const value = values[field.name];
    const isEmpty = value === undefined || value === '';
    if (isEmpty && field.required) return new Refusal(400, 'missing', field.name);
    if (isEmpty) continue;
    if (!isOfType(value, field)) return new Refusal(400, 'wrong type', field.name);
    if (field.isUid && field.in === 'path' && String(value).length !== UID_LENGTH)
      return new Refusal(400, 'wrong uid', field.name);
    const { options } = field;
    if (options && !options.some((option) => String(option) === String(value)))
      return new Refusal(400, 'not accepted', field.name, options.join(', '));
    const hasFewItems = Array.isArray(value) && value.length < (field.minItems ?? 0);
    if (hasFewItems) return new Refusal(400, 'few items', field.name, String(field.minItems));
    const { someItem } = field;
    if (someItem && Array.isArray(value) && !value.some((item) => hasValues(item, someItem)))
      return new Refusal(400, 'no item', field.name, JSON.stringify(someItem));
    const beyondLimits = checkLimits(world, field, String(value));
    if (beyondLimits) return beyondLimits;
  }
  return undefined;
}

function hasValues(item: unknown, values: Record<string, unknown>): boolean {
  return (
    isRecord(item) && Object.entries(values).every(([name, value]) => String(item[name]) === String(value))
  );
}

/** Checks the length and the form of a value, and whether what it refers to exists. */
function checkLimits(world: World, field: Field, value: string): Refusal | undefined {
  const { name, length, pattern, format, notPast, refersTo, reserved } = field;
  if (length && (value.length < length.min || value.length > length.max))
    return new Refusal(400, 'wrong length', name, `${length.min}–${length.max}`);
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return new Refusal(400, 'wrong form', name);
  if (reserved?.includes(value.toUpperCase())) return new Refusal(400, 'reserved', name, value);
  if (format === 'email' && !EMAIL.test(value)) return new Refusal(400, 'no email', name);
  const dateForm = field.in === 'body' && format !== undefined && dateForms[format];
  if (dateForm && !isDate(value, dateForm.length)) return new Refusal(400, 'no date', name, dateForm);
  if (notPast && value < world.now().slice(0, value.length)) return new Refusal(400, 'past date', name);
  if (refersTo === 'role' && findRole(world, value) === undefined)
    return new Refusal(400, 'no role', name, value);
  return undefined;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

const dateForms: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:MM:SS' };

/** Refuses days that no month has: `2026-02-30`. */
function isDate(value: string, length: number): boolean {
  if (value.length !== length || !/^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/.test(value)) return false;
  const iso = value.replace(' ', 'T');
  const milliseconds = Date.parse(`${length > 10 ? iso : `${iso}T00:00:00`}Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(iso);
}

/** Uid of the role with this code or uid. Requests of the reader may have created or deleted some. */
export function findRole({ story, state }: World, value: string): string | undefined {
  const changes = Object.entries(state.things['/role'] ?? {});
  const deletedUids = new Set(changes.filter(([, role]) => role === null).map(([uid]) => uid));
  const storyRoles = Object.entries(story.roles).filter(([, uid]) => !deletedUids.has(uid));
  const newRoles = changes.flatMap(([uid, role]) => (role ? [[String(role.rol_code), uid]] : []));
  return [...storyRoles, ...newRoles].find((names) => names.includes(value))?.[1];
}

const UID_LENGTH = 32;

/** Values outside a JSON body are text, which may be a number. */
function isOfType(value: unknown, field: Field): boolean {
  switch (field.type) {
    case 'number':
      return value !== null && typeof value !== 'boolean' && !Number.isNaN(Number(value));
    case 'boolean':
      return /^(?:true|false|0|1)$/.test(String(value));
    case 'text':
      return field.in !== 'body' || typeof value !== 'object' || value === null;
    case 'json':
    case 'file':
      return true;
  }
}
