import type { DataFile } from '../data.ts';
import {
  type ApiDocument,
  type ApiResponse,
  apiDocument,
  type MediaContent,
  methods,
  type Parameter,
  type Schema,
  type Variant,
} from './document.ts';

export const openApi: DataFile<Api> = { file: 'static/openapi/lurana.json', parse: parseApi };

export interface Api {
  document: ApiDocument;
  endpoints: readonly Endpoint[];
  /** Endpoints by tag, in the order of the document. */
  tags: ReadonlyMap<string, readonly Endpoint[]>;
}

function parseApi(text: string): Api {
  const document = apiDocument.parse(JSON.parse(text));
  const endpoints = listEndpoints(document);
  const tags = document.tags.map(
    ({ name }) => [name, endpoints.filter((endpoint) => endpoint.tag === name)] as const,
  );
  return { document, endpoints, tags: new Map(tags) };
}

/** An endpoint as readers call it. A path whose body decides what happens is one endpoint for each body. */
export interface Endpoint {
  id: string;
  /** Place among the endpoints of its tag. */
  order: number;
  /** Id of the endpoint's heading. */
  heading: string;
  title: string;
  description: string;
  tag: string;
  /** The page that has its section, by its path below the docs folder. */
  page: string;
  /** The method in upper case. */
  method: string;
  /** The path in the product's documentation, with its names of parameters. */
  path: string;
  /** The path as a reader sees it: with the workspace where it isn't below the API. */
  shownPath: string;
  /** Address up to the path, with the sample installation filled in. */
  base: string;
  aliases: string[];
  parameters: Parameter[];
  body: MediaContent | undefined;
  responses: Record<string, ApiResponse>;
  /** Keys of permissions, of which the user needs one. */
  permission: string[];
  /** False if the caller has no token yet. */
  needsToken: boolean;
  deprecated: boolean;
  source: 'partial' | 'interface' | 'as-installed' | undefined;
}

function listEndpoints(document: ApiDocument): Endpoint[] {
  const pages = new Map(document.tags.map((tag) => [tag.name, tag['x-page']]));
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) => {
    const base = fillIn(item.servers?.[0]?.url ?? document.servers[0]?.url ?? '', document);
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const shownPath = operation['x-path'] ?? path;
      const [tag = ''] = operation.tags;
      const whole: Endpoint = {
        id: operation.operationId,
        order: operation['x-order'],
        heading: operation['x-heading'],
        title: operation.summary,
        description: operation.description,
        tag,
        page: pages.get(tag) ?? '',
        method: method.toUpperCase(),
        path: shownPath,
        shownPath: base.includes('/api/') ? shownPath : `/{workspace}${shownPath}`,
        base,
        aliases: operation['x-aliases'],
        parameters: operation.parameters.map((parameter) => ({
          ...parameter,
          name: parameter['x-name'] ?? parameter.name,
        })),
        body: operation.requestBody?.content,
        responses: operation.responses,
        permission: operation['x-permission'],
        needsToken: operation.security?.length !== 0,
        deprecated: operation.deprecated,
        source: operation['x-source'],
      };
      const variants = operation['x-variants'];
      if (variants.length === 0) return [whole];
      return variants.map((variant) => ({
        ...whole,
        id: variant.operationId,
        heading: variant['x-heading'],
        title: variant.summary,
        description: variant.description,
        body: addSchema(whole.body, variant.body),
        responses: listVariantResponses(whole.responses, variant),
      }));
    });
  });
  return endpoints.sort((a, b) => a.order - b.order);
}

function listVariantResponses(
  responses: Readonly<Record<string, ApiResponse>>,
  { answer, example, statuses }: Variant,
): Record<string, ApiResponse> {
  const describedResponses = Object.entries(responses).map(([status, response]) => {
    const description = statuses[status];
    return [status, description === undefined ? response : { ...response, description }];
  });
  const content = addSchema(responses['200']?.content, answer);
  const media = Object.entries(content).map(([type, one]) => [
    type,
    example === undefined ? one : { ...one, example },
  ]);
  return {
    ...Object.fromEntries(describedResponses),
    '200': { ...responses['200'], content: Object.fromEntries(media) },
  };
}

function addSchema(content: MediaContent | undefined, ref: string): MediaContent {
  const types = Object.keys(content ?? {});
  return Object.fromEntries(types.map((type) => [type, { schema: { $ref: ref } }]));
}

function fillIn(url: string, { servers }: ApiDocument): string {
  const variables = servers[0]?.variables ?? {};
  return url.replace(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? `{${name}}`);
}

/** The schema itself where the document names one; parts of `allOf` are one schema with the words around them. */
export function resolveSchema(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const name = readSchemaName(schema);
    const target = name === undefined ? undefined : document.components.schemas[name];
    if (!target) throw new Error(`The OpenAPI document has no ${schema.$ref}.`);
    return resolveSchema(document, target);
  }
  const [onlySchema] = schema.allOf ?? [];
  return onlySchema ? { ...resolveSchema(document, onlySchema), ...schema } : schema;
}

export function readSchemaName({ $ref }: Schema): string | undefined {
  return $ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
}

export function resolveResponse(document: ApiDocument, response: ApiResponse): ApiResponse {
  const name = response.$ref?.match(/^#\/components\/responses\/(.+)$/)?.[1];
  if (name === undefined) return response;
  return { ...document.components.responses[name], ...response };
}

/** The answer without an error, of which each endpoint has one, and what it holds. */
export function describeAnswer(document: ApiDocument, { responses }: Endpoint) {
  const [status = '200', response = {}] =
    Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? [];
  const { description = '', content } = resolveResponse(document, response);
  const json = content?.['application/json'];
  const summary = { status, description };
  if (json) return { ...summary, kind: 'json', json } as const;
  return { ...summary, kind: content ? 'file' : 'nothing', json } as const;
}

/** Operation id, id of the heading, and `GET /users`. */
export function listEndpointNames({ id, heading, method, path }: Endpoint): string[] {
  return [id, heading, `${method} ${path}`];
}

export function findEndpoint({ endpoints }: Api, name: string): Endpoint | undefined {
  return endpoints.find((endpoint) => listEndpointNames(endpoint).includes(name));
}
