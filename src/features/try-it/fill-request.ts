import type { FormCredential } from '../../openapi/request-form.ts';
import {
  EnvironmentVariable,
  type SampleBody,
  type SampleRequest,
} from '../../openapi/request-samples/sample-request.ts';
import type { PageRequest } from '../../ui/try-it/request-frame.ts';
import type { TryRequestProps } from './compile.ts';

/** Values that the reader entered into the form. */
export interface Entries {
  /** One of the URLs of the part. */
  server: string;
  /** Values of fields, by their keys. Empty values aren't sent. */
  values: Readonly<Record<string, string>>;
  /** Credentials, by the name of their security scheme. */
  secrets: Readonly<Record<string, Secret>>;
  /** Chosen files, by the key of a field. */
  files: ReadonlyMap<string, File>;
}

export interface Secret {
  /** Only with HTTP Basic. */
  user: string;
  secret: string;
}

type Field = { in?: string; name: string };

/** Parameters in different places can have the same name. */
export function makeFieldKey({ in: place = 'body', name }: Field): string {
  return `${place} ${name}`;
}

/** Key of a body without fields. */
export const WHOLE_BODY = 'body';

/** The values of the fields before the reader changes them. */
export function collectFirstValues({ parameters, body }: TryRequestProps): Record<string, string> {
  const fields = [...parameters, ...(body && body.kind !== 'text' ? body.fields : [])];
  const values = Object.fromEntries(fields.map((field) => [makeFieldKey(field), field.value]));
  return body?.kind === 'text' ? { ...values, [WHOLE_BODY]: body.text } : values;
}

/** Names of the fields that the operation requires and that are empty. */
export function listMissing({ parameters, body }: TryRequestProps, { values }: Entries): string[] {
  const fields = [...parameters, ...(body && body.kind !== 'text' ? body.fields : [])];
  const missing = fields.filter((field) => field.required && (values[makeFieldKey(field)] ?? '') === '');
  const isBodyMissing = body?.kind === 'text' && body.required && (values[WHOLE_BODY] ?? '') === '';
  return [...missing.map(({ name }) => name), ...(isBodyMissing ? [body.type] : [])];
}

/** The request that is sent. */
export function fillRequest(part: TryRequestProps, entries: Entries): PageRequest {
  const { credentials } = part;
  const query = new URLSearchParams([
    ...listQuery(part, entries),
    ...listKeys('query', credentials, entries),
  ]);
  const body = fillBody(part, entries);
  return {
    method: part.method,
    url: `${fillAddress(part, entries)}${query.size > 0 ? `?${query}` : ''}`,
    headers: [
      ...listAuthorization(credentials, entries),
      ...listKeys('header', credentials, entries),
      ...listHeaders(part, entries),
      ...(body?.kind === 'text' && part.body?.kind === 'text'
        ? [['Content-Type', part.body.type] as const]
        : []),
    ],
    body,
  };
}

/** The same request as a sample. It has a variable of the environment instead of each secret. */
export function toSampleRequest(part: TryRequestProps, entries: Entries): SampleRequest {
  const usedCredentials = listUsedCredentials(part.credentials, entries);
  return {
    method: part.method,
    address: [fillAddress(part, entries)],
    query: [
      ...listQuery(part, entries),
      ...usedCredentials.flatMap(({ key }) =>
        key?.in === 'query' ? [[key.name, `<${key.name}>`] as const] : [],
      ),
    ],
    headers: [
      ...usedCredentials.flatMap(({ kind, key }): SampleRequest['headers'] => {
        if (key)
          return key.in === 'header' ? [[key.name, [new EnvironmentVariable('API_KEY')]] as const] : [];
        const [word, variable] = kind === 'basic' ? ['Basic ', 'CREDENTIALS'] : ['Bearer ', 'ACCESS_TOKEN'];
        return [['Authorization', [word, new EnvironmentVariable(variable)]] as const];
      }),
      ...listHeaders(part, entries).map(([name, value]) => [name, [value]] as const),
    ],
    body: toSampleBody(part, entries),
    answer: part.answer,
  };
}

/** The credentials that the reader entered, or the first one, so that the sample shows that one is needed. */
function listUsedCredentials(
  credentials: readonly FormCredential[],
  { secrets }: Entries,
): readonly FormCredential[] {
  const entered = credentials.filter(({ name }) => hasSecret(secrets[name]));
  return entered.length > 0 ? entered : credentials.slice(0, 1);
}

function hasSecret(secret: Secret | undefined): secret is Secret {
  return secret !== undefined && (secret.secret !== '' || secret.user !== '');
}

function fillAddress({ path, parameters }: TryRequestProps, { server, values }: Entries): string {
  const filledPath = path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    if (!parameter) return encodeURIComponent(whole);
    const value = values[makeFieldKey(parameter)] ?? '';
    return (parameter.list ? splitList(value) : [value]).map(encodeURIComponent).join(',');
  });
  return server + filledPath;
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function listQuery({ parameters }: TryRequestProps, { values }: Entries): [name: string, value: string][] {
  return parameters.flatMap((parameter): [name: string, value: string][] => {
    const value = values[makeFieldKey(parameter)] ?? '';
    if (parameter.in !== 'query' || value === '') return [];
    if (parameter.list === 'repeat') return splitList(value).map((item) => [parameter.name, item]);
    return [[parameter.name, parameter.list ? splitList(value).join(',') : value]];
  });
}

function listHeaders({ parameters }: TryRequestProps, { values }: Entries): [name: string, value: string][] {
  return parameters.flatMap((parameter): [name: string, value: string][] => {
    const value = values[makeFieldKey(parameter)] ?? '';
    return parameter.in === 'header' && value !== '' ? [[parameter.name, value]] : [];
  });
}

function listKeys(
  place: 'header' | 'query',
  credentials: readonly FormCredential[],
  { secrets }: Entries,
): [name: string, value: string][] {
  return credentials.flatMap(({ name, key }): [name: string, value: string][] => {
    const secret = secrets[name]?.secret.trim() ?? '';
    return key?.in === place && secret !== '' ? [[key.name, secret]] : [];
  });
}

/** The header `Authorization`, from the first scheme that the reader filled in. A request can have only one. */
function listAuthorization(
  credentials: readonly FormCredential[],
  { secrets }: Entries,
): [name: string, value: string][] {
  for (const { name, kind } of credentials) {
    const secret = secrets[name];
    if (kind === 'key' || !hasSecret(secret)) continue;
    if (kind === 'basic') return [['Authorization', `Basic ${toBase64(`${secret.user}:${secret.secret}`)}`]];
    return [['Authorization', `Bearer ${secret.secret.trim().replace(/^bearer\s+/i, '')}`]];
  }
  return [];
}

function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

function fillBody({ body }: TryRequestProps, { values, files }: Entries): PageRequest['body'] {
  if (!body) return undefined;
  if (body.kind === 'text') {
    const text = values[WHOLE_BODY] ?? '';
    return text === '' ? undefined : { kind: 'text', text };
  }
  const texts = listBodyTexts(body.fields, values);
  if (body.kind === 'form') return { kind: 'form', fields: texts };
  const chosenFiles = body.fields.flatMap((field) => {
    const file = files.get(makeFieldKey(field));
    return field.type === 'file' && file ? [[field.name, file] as const] : [];
  });
  return { kind: 'multipart', fields: [...texts, ...chosenFiles] };
}

function listBodyTexts(
  fields: readonly { name: string; type: string }[],
  values: Entries['values'],
): [name: string, value: string][] {
  return fields.flatMap((field): [name: string, value: string][] => {
    const value = values[makeFieldKey(field)] ?? '';
    return field.type === 'file' || value === '' ? [] : [[field.name, value]];
  });
}

function toSampleBody(part: TryRequestProps, entries: Entries): SampleBody | undefined {
  const { body } = part;
  const content = fillBody(part, entries);
  switch (content?.kind) {
    case undefined:
      return undefined;
    case 'text': {
      const type = body?.kind === 'text' ? body.type : 'text/plain';
      const value = /json/i.test(type) ? parseJson(content.text) : undefined;
      return value === undefined ? { ...content, type } : { kind: 'json', value, type };
    }
    case 'form':
      return content;
    case 'multipart': {
      const isText = (field: readonly [string, string | File]): field is readonly [string, string] =>
        typeof field[1] === 'string';
      return {
        kind: 'multipart',
        fields: content.fields.filter(isText),
        files: content.fields.flatMap(([name, value]) =>
          typeof value === 'string' ? [] : [[name, value.name] as const],
        ),
      };
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
