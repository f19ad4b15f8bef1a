import { isRecord } from '../shared/json.ts';
import type { ApiDocument, ApiNode } from './api-document.ts';
import type { Operation } from './operations.ts';
import { createBody, findAnswerKind } from './sample-request.ts';
import { findExample, listServerUrls, listTypes } from './samples.ts';
import { type JsonObject, readList, readObject, readText } from './values.ts';

/** The form with which a reader can call an operation: plain data for a page. */
export interface RequestForm {
  /** HTTP method in capitals. */
  method: string;
  /** Path with names of parameters in braces. */
  path: string;
  title: string;
  /** URLs of the description, with the default values of their variables. They can be relative. */
  servers: readonly string[];
  parameters: readonly FormParameter[];
  /** Ways to identify the caller. Each is for requests of which some need it. */
  credentials: readonly FormCredential[];
  body?: FormBody | undefined;
  answer: 'json' | 'text' | 'file' | 'nothing';
}

interface FormParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  type: 'text' | 'number' | 'boolean';
  required: boolean;
  options?: readonly unknown[] | undefined;
  /** The first value. Empty for a parameter that can be left out. */
  value: string;
  /**
   * For lists, whose values are entered with commas between them. `repeat`: the name is sent for each value. `join`:
   * all are sent as one value.
   */
  list?: 'repeat' | 'join' | undefined;
}

export interface FormCredential {
  /** Name of the security scheme. */
  name: string;
  kind: 'bearer' | 'basic' | 'key';
  /** Where a key is sent, with the name of the header or the parameter. */
  key?: { in: 'header' | 'query'; name: string } | undefined;
}

type FormBody =
  | { kind: 'text'; type: string; required: boolean; text: string }
  | { kind: 'form' | 'multipart'; required: boolean; fields: readonly FormField[] };

interface FormField {
  name: string;
  type: 'text' | 'file';
  required: boolean;
  value: string;
}

/** Creates the form of an operation, filled in with what it requires and with the author's examples. */
export function createRequestForm(api: ApiDocument, operation: Operation): RequestForm {
  const { method, path, title, node, servers, parameters } = operation;
  return {
    method,
    path,
    title,
    servers: listServerUrls(servers),
    parameters: parameters.flatMap((parameter) => createParameter(api, parameter) ?? []),
    credentials: listCredentials(api, operation),
    body: method === 'GET' || method === 'HEAD' ? undefined : createFormBody(api, node),
    answer: findAnswerKind(api, node),
  };
}

/** Browsers set the header `Cookie` themselves, and these headers follow from other parts of the request. */
const headersOfBrowsers = /^(?:accept|content-type|authorization|content-length|cookie|host|origin)$/i;

function createParameter(api: ApiDocument, parameter: ApiNode): FormParameter | undefined {
  const { value, file } = parameter;
  const [name, place] = [String(value.name), value.in];
  if (place !== 'path' && place !== 'query' && place !== 'header') return undefined;
  if (place === 'header' && headersOfBrowsers.test(name)) return undefined;
  const schema = api.follow(value.schema, file);
  const types = listTypes(schema?.value ?? {});
  const isRequired = value.required === true || place === 'path';
  const isList = types.includes('array');
  const isRepeated = place === 'query' && (value.style ?? 'form') === 'form' && value.explode !== false;
  const options = readList(schema?.value.enum);
  return {
    name,
    in: place,
    type: types.includes('boolean')
      ? 'boolean'
      : types.some((type) => type === 'integer' || type === 'number')
        ? 'number'
        : 'text',
    required: isRequired,
    ...(options.length > 0 && options.every((option) => !isRecord(option)) && { options }),
    value: isRequired ? writeValue(findExample(api, parameter, 'request')) : '',
    ...(isList && { list: isRepeated ? 'repeat' : 'join' }),
  };
}

function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(writeValue).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** Lists the schemes of all alternatives, each once. Schemes that browsers can't send are left out. */
function listCredentials(api: ApiDocument, { security }: Operation): FormCredential[] {
  const schemes = readObject(readObject(api.root.components).securitySchemes);
  const names = new Set(readList(security).flatMap((requirement) => Object.keys(readObject(requirement))));
  return [...names].flatMap((name) => createCredential(name, api.follow(schemes[name])?.value ?? {}) ?? []);
}

function createCredential(name: string, scheme: JsonObject): FormCredential | undefined {
  if (scheme.type === 'http')
    return { name, kind: String(scheme.scheme).toLowerCase() === 'basic' ? 'basic' : 'bearer' };
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return { name, kind: 'bearer' };
  const key = readText(scheme.name);
  if (scheme.type !== 'apiKey' || key === undefined) return undefined;
  if (scheme.in !== 'header' && scheme.in !== 'query') return undefined;
  return { name, kind: 'key', key: { in: scheme.in, name: key } };
}

function createFormBody(api: ApiDocument, node: ApiNode): FormBody | undefined {
  const body = createBody(api, node);
  if (!body) return undefined;
  const requestBody = api.follow(node.value.requestBody, node.file);
  const isRequired = requestBody?.value.required === true;
  switch (body.kind) {
    case 'json':
      return {
        kind: 'text',
        type: body.type ?? 'application/json',
        required: isRequired,
        text: JSON.stringify(body.value, null, 2),
      };
    case 'text':
      return { kind: 'text', type: body.type, required: isRequired, text: body.text };
    case 'form':
    case 'multipart': {
      const type = body.kind === 'form' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
      const schema = api.follow(
        readObject(readObject(requestBody?.value.content)[type]).schema,
        requestBody?.file,
      );
      const requiredNames = readList(schema?.value.required);
      const fields = body.fields.map(([name, value]) => ({
        name,
        type: 'text' as const,
        required: requiredNames.includes(name),
        value: String(value),
      }));
      const files = body.kind === 'multipart' ? body.files : [];
      return {
        kind: body.kind,
        required: isRequired,
        fields: [
          ...fields,
          ...files.map(([name]) => ({
            name,
            type: 'file' as const,
            required: requiredNames.includes(name),
            value: '',
          })),
        ],
      };
    }
  }
}
