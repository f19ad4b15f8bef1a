import { Refusal, type SandboxRequest } from './call.ts';
import type { EndpointData, Field } from './endpoint-data.ts';

/** Errors of every endpoint: a missing value, a wrong type, or a value that isn't in the list. */
export function checked({ parameters, body }: EndpointData, request: SandboxRequest): Refusal | undefined {
  const wrong = firstWrong(parameters, request.parameters);
  if (wrong !== undefined || body === undefined) return wrong;
  const { fields, kind } = body;
  if (fields.length === 0) {
    const isValue = typeof request.body === 'object' && request.body !== null;
    return isValue || kind !== 'json' ? undefined : new Refusal(400, 'no JSON');
  }
  const items: unknown[] = Array.isArray(request.body) ? request.body : [request.body ?? {}];
  for (const item of items) {
    if (!isRecord(item)) return new Refusal(400, 'no JSON');
    const inItem = firstWrong(fields, item);
    if (inItem !== undefined) return inItem;
  }
  return undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstWrong(fields: readonly Field[], values: Record<string, unknown>): Refusal | undefined {
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
      return new Refusal(400, 'not accepted', `${field.name}: ${options.join(', ')}`);
  }
  return undefined;
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
