import { EnvironmentVariable, type SampleBody, type SampleRequest } from 'gatehouse/api-samples';
import { fillAddress, listHeaders } from '../../reference/openapi/samples/sample-request.ts';
import type { BodyData, EndpointData, Field } from './sandbox/endpoint-data.ts';
import { makeKey, makeRequest, type Values } from './sandbox/request.ts';

/** Creates the request from which the samples in each language are made. */
export function formatRequest(endpoint: EndpointData, values: Values): SampleRequest {
  const { base, path, parameters, answer } = endpoint;
  return {
    method: endpoint.method,
    address: fillAddress(base + path, parameters, (field) => formatValue(field, values)),
    query: buildQuery(parameters, values),
    headers: listHeaders(endpoint),
    body: buildBody(endpoint, values),
    answer: answer.kind,
  };
}

/** Query parameters that have a value. */
export function buildQuery(parameters: readonly Field[], values: Values): [name: string, value: string][] {
  return parameters.flatMap((field): [name: string, value: string][] => {
    const value = values[makeKey(field)] ?? '';
    return field.in === 'query' && value !== '' ? [[field.name, value]] : [];
  });
}

/** Shows a secret as a variable as long as it is the sample's. */
function formatValue(field: Field, values: Values): string | EnvironmentVariable {
  const value = values[makeKey(field)] ?? '';
  return field.secret !== undefined && value === field.example
    ? new EnvironmentVariable(field.secret)
    : value;
}

function buildBody(endpoint: EndpointData, values: Values): SampleBody | undefined {
  const { body } = endpoint;
  if (!body) return undefined;
  const { body: value } = makeRequest(endpoint, values);
  const sentFields = listBodyFields(body, values);
  const listNamedValues = (fields: readonly Field[]) =>
    fields.map((field): [string, string] => [field.name, values[makeKey(field)] ?? '']);
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: value ?? {} };
    case 'form':
      return { kind: 'form', fields: sentFields.map((field) => [field.name, formatValue(field, values)]) };
    case 'multipart':
      return {
        kind: 'multipart',
        fields: listNamedValues(sentFields.filter(({ type }) => type !== 'file')),
        files: listNamedValues(sentFields.filter(({ type }) => type === 'file')),
      };
  }
}

/** Lists the fields of the body that have a value. Empty ones aren't sent. */
export function listBodyFields({ fields }: BodyData, values: Values): Field[] {
  return fields.filter((field) => (values[makeKey(field)] ?? '') !== '');
}
