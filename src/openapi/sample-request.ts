import type { ApiDocument, ApiNode } from './api-document.ts';
import type { Operation } from './operations.ts';
import type { SampleBody, SampleRequest } from './request-samples/sample-request.ts';
import { findExample, findServerUrl } from './samples.ts';
import { type JsonObject, readList, readObject } from './values.ts';

/** Creates a call of an operation with what it requires, and with the author's examples. */
export function createSampleRequest(api: ApiDocument, operation: Operation): SampleRequest {
  const { method, path, node, servers, security, parameters } = operation;
  const schemes = readObject(readObject(api.root.components).securitySchemes);
  const required = Object.keys(readObject(readList(security)[0])).map(
    (name) => api.follow(schemes[name])?.value ?? {},
  );
  const listRequired = (place: string) =>
    parameters
      .filter(({ value }) => value.in === place && value.required === true)
      .map(
        (parameter) =>
          [String(parameter.value.name), toText(findExample(api, parameter, 'request'))] as const,
      );
  const listKeys = (place: string) =>
    required
      .filter((scheme) => scheme.type === 'apiKey' && scheme.in === place)
      .map((scheme) => [String(scheme.name), `<${scheme.name}>`] as const);
  const headers = [
    ...required.flatMap(createAuthorizationHeader),
    ...listKeys('header'),
    ...listRequired('header'),
  ];
  const body = createBody(api, node);
  return {
    method,
    address: [`${findServerUrl(servers)}${path}`],
    query: [...listRequired('query'), ...listKeys('query')],
    headers: headers.map(([name, value]) => [name, [value]]),
    body,
    answer: findAnswerKind(api, node),
  };
}

function toText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

function createAuthorizationHeader(scheme: JsonObject): (readonly [name: string, value: string])[] {
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic')
    return [['Authorization', 'Basic <credentials>']];
  if (scheme.type === 'http' || scheme.type === 'oauth2' || scheme.type === 'openIdConnect')
    return [['Authorization', 'Bearer <token>']];
  return [];
}

const jsonType = /^application\/(?:.*\+)?json/i;

/** Creates the body: JSON if there is a choice. */
export function createBody(api: ApiDocument, { value, file }: ApiNode): SampleBody | undefined {
  const body = api.follow(value.requestBody, file);
  const content = readObject(body?.value.content);
  const types = Object.keys(content);
  const type = types.find((candidate) => jsonType.test(candidate)) ?? types[0];
  if (!body || type === undefined) return undefined;
  const media = { value: readObject(content[type]), file: body.file };
  const example = findExample(api, media, 'request');
  if (jsonType.test(type) && typeof example !== 'string') return { kind: 'json', value: example ?? {}, type };
  const fields = Object.entries(readObject(example)).map(([name, one]) => [name, toText(one)] as const);
  if (type === 'application/x-www-form-urlencoded') return { kind: 'form', fields };
  if (type === 'multipart/form-data') {
    const files = listFileFields(api, media);
    return {
      kind: 'multipart',
      fields: fields.filter(([name]) => !files.includes(name)),
      files: files.map((name) => [name, 'file.bin']),
    };
  }
  return { kind: 'text', type, text: typeof example === 'string' ? example : '' };
}

/** Names of the parts that are files: `format: binary` in OpenAPI 3.0, `contentMediaType` in 3.1. */
function listFileFields(api: ApiDocument, { value, file }: ApiNode): string[] {
  const schema = api.follow(value.schema, file);
  return Object.entries(readObject(schema?.value.properties)).flatMap(([name, property]) => {
    const { format, contentMediaType } = api.follow(property, schema?.file)?.value ?? {};
    return format === 'binary' || contentMediaType !== undefined ? [name] : [];
  });
}

export function findAnswerKind(api: ApiDocument, { value, file }: ApiNode): SampleRequest['answer'] {
  const [, response] =
    Object.entries(readObject(value.responses)).find(([status]) => /^2/.test(status)) ?? [];
  const types = Object.keys(readObject(api.follow(response, file)?.value.content));
  const [type] = types;
  if (type === undefined) return 'nothing';
  if (types.some((candidate) => jsonType.test(candidate))) return 'json';
  return type.startsWith('text/') || /\bxml$/.test(type) ? 'text' : 'file';
}
