import { EnvironmentVariable, type SampleBody, type SampleRequest } from 'gatehouse/api-samples';
import type { ApiDocument, Parameter } from '../document.ts';
import { describeAnswer, type Endpoint } from '../endpoints.ts';
import { chooseRequestExample } from '../example-value.ts';

/** A secret: samples read the token from the environment. */
const authorization = ['Authorization', ['Bearer ', new EnvironmentVariable('TOKEN')]] as const;

/** The headers of a request, without those that follow from its body. */
export function listHeaders({ needsToken }: Pick<Endpoint, 'needsToken'>): SampleRequest['headers'] {
  return needsToken ? [authorization] : [];
}

/** Query parameters that a sample shows besides the required ones. */
const OPTIONAL_PARAMETERS_MAX = 3;

export function createEndpointSample(document: ApiDocument, endpoint: Endpoint): SampleRequest {
  return {
    method: endpoint.method,
    address: buildAddress(endpoint),
    query: buildQuery(endpoint.parameters),
    headers: listHeaders(endpoint),
    body: buildBody(document, endpoint),
    answer: describeAnswer(document, endpoint).kind,
  };
}

function buildAddress({ base, path, parameters }: Endpoint): SampleRequest['address'] {
  return fillAddress(base + path, parameters, ({ schema, example, name }) => {
    const { 'x-env': variable } = schema;
    return variable === undefined ? String(example ?? name) : new EnvironmentVariable(variable);
  });
}

/** An encoded address with the value of each parameter that it names. */
export function fillAddress<Parameter extends { in: string; name: string }>(
  address: string,
  parameters: readonly Parameter[],
  filledIn: (parameter: Parameter) => string | EnvironmentVariable,
): (string | EnvironmentVariable)[] {
  return address.split(/\{(\w+)\}/).flatMap((part, index) => {
    // Every second part is the name of a parameter.
    if (index % 2 === 0) return part === '' ? [] : [encodeURI(part)];
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === part);
    const value = parameter ? filledIn(parameter) : part;
    return [typeof value === 'string' ? encodeURI(value) : value];
  });
}

function buildQuery(parameters: readonly Parameter[]): [name: string, value: string][] {
  let optionalCount = 0;
  return parameters.flatMap((parameter): [name: string, value: string][] => {
    const { name, example } = parameter;
    if (parameter.in !== 'query') return [];
    if (parameter.required !== true) {
      if (example === undefined || example === '' || optionalCount >= OPTIONAL_PARAMETERS_MAX) return [];
      optionalCount += 1;
    }
    return [[name, typeof example === 'object' ? JSON.stringify(example) : String(example ?? '')]];
  });
}

function buildBody(document: ApiDocument, { body }: Endpoint): SampleBody | undefined {
  const [type, content] = Object.entries(body ?? {})[0] ?? [];
  if (type === undefined || !content) return undefined;
  const value = chooseRequestExample(document, content);
  if (type === 'application/json') return { kind: 'json', value };
  const fields = Object.entries<unknown>(Object(value));
  if (type === 'application/x-www-form-urlencoded') {
    return {
      kind: 'form',
      fields: fields.map(([name, one]) => [name, one instanceof EnvironmentVariable ? one : String(one)]),
    };
  }
  const isFile = (name: string) => content.schema?.properties?.[name]?.contentMediaType !== undefined;
  return {
    kind: 'multipart',
    fields: fields.filter(([name]) => !isFile(name)).map(([name, one]) => [name, String(one)]),
    files: fields.filter(([name]) => isFile(name)).map(([name, one]) => [name, String(one)]),
  };
}
