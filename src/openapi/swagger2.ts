import { isObject, type JsonObject, listOf, objectOf, textOf, textsOf } from './values.ts';

/** Swagger 2.0 as OpenAPI 3.0: what a reference shows of it. */
export function fromSwagger2(swagger: JsonObject): JsonObject {
  const { definitions, parameters, responses, securityDefinitions, paths, ...rest } =
    renameReferences(swagger);
  const consumes = textsOf(swagger.consumes);
  const produces = textsOf(swagger.produces);
  return {
    ...rest,
    openapi: '3.0.3',
    servers: serversOf(swagger),
    paths: mapValues(objectOf(paths), (item) => pathItem(objectOf(item), consumes, produces)),
    components: {
      schemas: definitions,
      parameters: mapValues(objectOf(parameters), (one) => parameterOf(objectOf(one))),
      responses: mapValues(objectOf(responses), (one) => responseOf(objectOf(one), produces)),
      securitySchemes: mapValues(objectOf(securityDefinitions), (one) => securityOf(objectOf(one))),
    },
  };
}

const movedTo: readonly (readonly [RegExp, string])[] = [
  [/^#\/definitions\//, '#/components/schemas/'],
  [/^#\/parameters\//, '#/components/parameters/'],
  [/^#\/responses\//, '#/components/responses/'],
];

function renameReferences(value: JsonObject): JsonObject {
  const rename = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(rename);
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? movedTo.reduce((reference, [from, to]) => reference.replace(from, to), inner)
          : rename(inner),
      ]),
    );
  };
  return objectOf(rename(value));
}

function serversOf({ host, basePath, schemes }: JsonObject): JsonObject[] {
  const base = textOf(basePath) ?? '';
  const name = textOf(host);
  if (name === undefined) return base === '' ? [] : [{ url: base }];
  const ways = textsOf(schemes);
  return (ways.length > 0 ? ways : ['https']).map((scheme) => ({ url: `${scheme}://${name}${base}` }));
}

function pathItem(item: JsonObject, consumes: readonly string[], produces: readonly string[]): JsonObject {
  return mapValues(item, (value, key) => {
    if (key === 'parameters') return listOf(value).map((one) => parameterOf(objectOf(one)));
    return isObject(value) && isObject(value.responses) ? operationOf(value, consumes, produces) : value;
  });
}

function operationOf(
  operation: JsonObject,
  consumes: readonly string[],
  produces: readonly string[],
): JsonObject {
  const all = listOf(operation.parameters).map(objectOf);
  const body = all.find((parameter) => parameter.in === 'body');
  const fields = all.filter((parameter) => parameter.in === 'formData');
  const own = textsOf(operation.consumes);
  const accepts = own.length > 0 ? own : consumes;
  const answers = textsOf(operation.produces);
  return {
    ...operation,
    parameters: all.filter(({ in: place }) => place !== 'body' && place !== 'formData').map(parameterOf),
    ...(body ? { requestBody: { ...body, content: contentOf(accepts, body.schema) } } : {}),
    ...(fields.length > 0 ? { requestBody: formOf(fields, accepts) } : {}),
    responses: mapValues(objectOf(operation.responses), (one) =>
      responseOf(objectOf(one), answers.length > 0 ? answers : produces),
    ),
  };
}

function formOf(fields: readonly JsonObject[], accepts: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const type = accepts[0] ?? (hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded');
  const properties = fields.map(({ name, in: _, required: __, ...schema }) => [
    String(name),
    schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema,
  ]);
  const required = fields.flatMap((field) => (field.required === true ? [field.name] : []));
  return {
    content: contentOf([type], { type: 'object', properties: Object.fromEntries(properties), required }),
  };
}

function parameterOf(parameter: JsonObject): JsonObject {
  if ('$ref' in parameter || 'schema' in parameter) return parameter;
  const { name, in: place, required, description, deprecated, ...schema } = parameter;
  return { name, in: place, required, description, deprecated, schema };
}

function responseOf(response: JsonObject, produces: readonly string[]): JsonObject {
  if (!isObject(response.schema)) return response;
  const { schema, examples, ...rest } = response;
  const content = Object.entries(contentOf(produces, schema)).map(([type, media]) => {
    const example = objectOf(examples)[type];
    return [type, example === undefined ? media : { ...objectOf(media), example }];
  });
  return { ...rest, content: Object.fromEntries(content) };
}

function contentOf(types: readonly string[], schema: unknown): JsonObject {
  return Object.fromEntries(
    (types.length > 0 ? types : ['application/json']).map((type) => [type, { schema }]),
  );
}

function securityOf(scheme: JsonObject): JsonObject {
  if (scheme.type === 'basic') return { ...scheme, type: 'http', scheme: 'basic' };
  if (scheme.type !== 'oauth2') return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  const names: Readonly<Record<string, string>> = {
    accessCode: 'authorizationCode',
    application: 'clientCredentials',
  };
  const name = names[String(flow)] ?? String(flow);
  return { ...rest, flows: { [name]: { authorizationUrl, tokenUrl, scopes } } };
}

function mapValues(values: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
