import type { SandboxRequest } from './call.ts';
import type { EndpointData, Field } from './endpoint-data.ts';

/** Values that the reader entered, by part of the request and name. Empty values aren't sent. */
export type Values = Readonly<Record<string, string>>;

export function makeKey({ in: part, name }: Pick<Field, 'in' | 'name'>): string {
  return `${part} ${name}`;
}

/** Key of the field for a body that is a single value. */
export const WHOLE_BODY = 'body';

/** Returns the values of the fields in the sample request. */
export function createSampleValues({ parameters, body }: EndpointData): Values {
  const values: Record<string, string> = {};
  for (const field of [...parameters, ...(body?.fields ?? [])])
    if (field.example !== undefined) values[makeKey(field)] = formatValue(field.example);
  if (body && body.fields.length === 0) values[WHOLE_BODY] = JSON.stringify(body.example ?? {}, null, 2);
  return values;
}

function formatValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value ?? '');
}

/** Creates the request from the values of the fields. */
export function makeRequest(
  { parameters, body }: EndpointData,
  values: Values,
): Pick<SandboxRequest, 'parameters' | 'body'> {
  const listFilledFields = (fields: readonly Field[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = values[makeKey(field)] ?? '';
        return value === '' ? [] : [[field.name, parseValue(field, value)]];
      }),
    );
  if (!body) return { parameters: listFilledFields(parameters) };
  const whole =
    body.fields.length === 0 ? parseJson(values[WHOLE_BODY] ?? '') : listFilledFields(body.fields);
  return { parameters: listFilledFields(parameters), body: whole };
}

/** Parses a value as the field's type. A value that doesn't fit stays text, and the sandbox refuses it. */
function parseValue({ type, in: part }: Field, value: string): unknown {
  if (part !== 'body') return value;
  switch (type) {
    case 'number':
      return Number.isNaN(Number(value)) ? value : Number(value);
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'json':
      return parseJson(value) ?? value;
    case 'text':
    case 'file':
      return value;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
