import type { ApiDocument, Parameter } from '../document.ts';
import { describeAnswer, type Endpoint } from '../endpoints.ts';
import { requestExample } from '../example-value.ts';
import { FromEnvironment } from '../from-environment.ts';

/** One call of an endpoint with the data of the story, the same in every language. */
export interface SampleRequest {
  method: string;
  /** Address with its path parameters filled in, in parts; a secret is a part of its own. */
  address: (string | FromEnvironment)[];
  query: [name: string, value: string][];
  /** `Authorization` is left out: it follows from `needsToken`. */
  needsToken: boolean;
  body?: SampleBody | undefined;
  answer: 'json' | 'file' | 'nothing';
}

export type SampleBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: [name: string, value: string | FromEnvironment][] }
  | { kind: 'multipart'; fields: [name: string, value: string][]; files: [name: string, file: string][] };

/** Query parameters that a sample shows besides the required ones. */
const OPTIONAL_PARAMETERS_MAX = 3;

export function sampleRequest(document: ApiDocument, endpoint: Endpoint): SampleRequest {
  return {
    method: endpoint.method,
    address: buildAddress(endpoint),
    query: buildQuery(endpoint.parameters),
    needsToken: endpoint.needsToken,
    body: buildBody(document, endpoint),
    answer: describeAnswer(document, endpoint).kind,
  };
}

function buildAddress({ base, path, parameters }: Endpoint): SampleRequest['address'] {
  return filledAddress(base + path, parameters, ({ schema, example, name }) => {
    const { 'x-env': variable } = schema;
    return variable === undefined ? String(example ?? name) : new FromEnvironment(variable);
  });
}

/** An address with the value of each parameter that it names. */
export function filledAddress<Parameter extends { in: string; name: string }>(
  address: string,
  parameters: readonly Parameter[],
  filledIn: (parameter: Parameter) => string | FromEnvironment,
): SampleRequest['address'] {
  return address.split(/\{(\w+)\}/).flatMap((part, index) => {
    // Every second part is the name of a parameter.
    if (index % 2 === 0) return part === '' ? [] : [part];
    const parameter = parameters.find((one) => one.in === 'path' && one.name === part);
    return [parameter ? filledIn(parameter) : part];
  });
}

function buildQuery(parameters: readonly Parameter[]): SampleRequest['query'] {
  let optional = 0;
  return parameters.flatMap((parameter): SampleRequest['query'] => {
    const { name, example } = parameter;
    if (parameter.in !== 'query') return [];
    if (parameter.required !== true) {
      if (example === undefined || example === '' || optional >= OPTIONAL_PARAMETERS_MAX) return [];
      optional += 1;
    }
    return [[name, typeof example === 'object' ? JSON.stringify(example) : String(example ?? '')]];
  });
}

function buildBody(document: ApiDocument, { body }: Endpoint): SampleBody | undefined {
  const [type, content] = Object.entries(body ?? {})[0] ?? [];
  if (type === undefined || !content) return undefined;
  const value = requestExample(document, content);
  if (type === 'application/json') return { kind: 'json', value };
  const fields = Object.entries<unknown>(Object(value));
  if (type === 'application/x-www-form-urlencoded') {
    return {
      kind: 'form',
      fields: fields.map(([name, one]) => [name, one instanceof FromEnvironment ? one : String(one)]),
    };
  }
  const isFile = (name: string) => content.schema?.properties?.[name]?.contentMediaType !== undefined;
  return {
    kind: 'multipart',
    fields: fields.filter(([name]) => !isFile(name)).map(([name, one]) => [name, String(one)]),
    files: fields.filter(([name]) => isFile(name)).map(([name, one]) => [name, String(one)]),
  };
}
