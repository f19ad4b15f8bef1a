import { isRecord } from '../shared/json.ts';
import { type JsonObject, readList, readObject, readText, readTexts } from './values.ts';

/** Converts Swagger 2.0 to OpenAPI 3.0, with everything that references show. */
export function convertSwagger2(swagger: JsonObject): JsonObject {
  const { definitions, parameters, responses, securityDefinitions, paths, ...rest } =
    renameReferences(swagger);
  const consumes = readTexts(swagger.consumes);
  const produces = readTexts(swagger.produces);
  return {
    ...rest,
    openapi: '3.0.3',
    servers: convertServers(swagger),
    paths: mapValues(readObject(paths), (item) => convertPathItem(readObject(item), consumes, produces)),
    components: {
      schemas: definitions,
      parameters: mapValues(readObject(parameters), (one) => convertParameter(readObject(one))),
      responses: mapValues(readObject(responses), (one) => convertResponse(readObject(one), produces)),
      securitySchemes: mapValues(readObject(securityDefinitions), (one) =>
        convertSecurityScheme(readObject(one)),
      ),
    },
  };
}

const referencePrefixes: readonly (readonly [RegExp, string])[] = [
  [/^#\/definitions\//, '#/components/schemas/'],
  [/^#\/parameters\//, '#/components/parameters/'],
  [/^#\/responses\//, '#/components/responses/'],
];

function renameReferences(value: JsonObject): JsonObject {
  const rename = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(rename);
    if (!isRecord(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? referencePrefixes.reduce((reference, [from, to]) => reference.replace(from, to), inner)
          : rename(inner),
      ]),
    );
  };
  return readObject(rename(value));
}

function convertServers({ host, basePath, schemes }: JsonObject): JsonObject[] {
  const base = readText(basePath) ?? '';
  const name = readText(host);
  if (name === undefined) return base === '' ? [] : [{ url: base }];
  const schemeNames = readTexts(schemes);
  return (schemeNames.length > 0 ? schemeNames : ['https']).map((scheme) => ({
    url: `${scheme}://${name}${base}`,
  }));
}

function convertPathItem(
  item: JsonObject,
  consumes: readonly string[],
  produces: readonly string[],
): JsonObject {
  return mapValues(item, (value, key) => {
    if (key === 'parameters') return readList(value).map((element) => convertParameter(readObject(element)));
    return isRecord(value) && isRecord(value.responses) ? convertOperation(value, consumes, produces) : value;
  });
}

function convertOperation(
  operation: JsonObject,
  consumes: readonly string[],
  produces: readonly string[],
): JsonObject {
  const all = readList(operation.parameters).map(readObject);
  const body = all.find((parameter) => parameter.in === 'body');
  const fields = all.filter((parameter) => parameter.in === 'formData');
  const ownTypes = readTexts(operation.consumes);
  const accepts = ownTypes.length > 0 ? ownTypes : consumes;
  const answers = readTexts(operation.produces);
  return {
    ...operation,
    parameters: all.filter(({ in: place }) => place !== 'body' && place !== 'formData').map(convertParameter),
    ...(body ? { requestBody: { ...body, content: createContent(accepts, body.schema) } } : {}),
    ...(fields.length > 0 ? { requestBody: convertForm(fields, accepts) } : {}),
    responses: mapValues(readObject(operation.responses), (one) =>
      convertResponse(readObject(one), answers.length > 0 ? answers : produces),
    ),
  };
}

function convertForm(fields: readonly JsonObject[], accepts: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const type = accepts[0] ?? (hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded');
  const properties = fields.map(({ name, in: _, required: __, ...schema }) => [
    String(name),
    schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema,
  ]);
  const requiredNames = fields.flatMap((field) => (field.required === true ? [field.name] : []));
  return {
    content: createContent([type], {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: requiredNames,
    }),
  };
}

function convertParameter(parameter: JsonObject): JsonObject {
  if ('$ref' in parameter || 'schema' in parameter) return parameter;
  const { name, in: place, required, description, deprecated, ...schema } = parameter;
  return { name, in: place, required, description, deprecated, schema };
}

function convertResponse(response: JsonObject, produces: readonly string[]): JsonObject {
  if (!isRecord(response.schema)) return response;
  const { schema, examples, ...rest } = response;
  const content = Object.entries(createContent(produces, schema)).map(([type, media]) => {
    const example = readObject(examples)[type];
    return [type, example === undefined ? media : { ...readObject(media), example }];
  });
  return { ...rest, content: Object.fromEntries(content) };
}

function createContent(types: readonly string[], schema: unknown): JsonObject {
  return Object.fromEntries(
    (types.length > 0 ? types : ['application/json']).map((type) => [type, { schema }]),
  );
}

function convertSecurityScheme(scheme: JsonObject): JsonObject {
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
