import type {
  BodyData,
  Collections,
  EndpointData,
  Field,
  PageData,
} from '../../../live/try-it/sandbox/endpoint-data.ts';
import type { Story } from '../../../live/try-it/sandbox/story.ts';
import type { ApiDocument, Schema } from '../document.ts';
import { type Api, type Endpoint, resolveResponse, resolveSchema } from '../endpoints.ts';
import { answerExample, requestExample } from '../example-value.ts';
import { FromEnvironment } from '../from-environment.ts';
import { sampleRequest } from '../samples/sample-request.ts';
import { behaviourOf } from './behaviours.ts';
import { firstThings } from './first-things.ts';
import { sampleSender } from './sample-sender.ts';
import type { StoryFile } from './story.ts';

/** What the part needs of these endpoints, in one file. */
export function pageData(api: Api, endpoints: readonly Endpoint[], file: StoryFile, story: Story): PageData {
  const plain = endpoints.map((endpoint) => endpointData(api, endpoint, file));
  const collections: Collections = {};
  for (const { does } of plain) {
    if (does.kind === 'collection')
      collections[does.of] ??= firstThings(does.of, does.key, does.field, plain, file);
    if (does.kind === 'relation')
      collections[does.of] ??= firstThings(does.of, does.key, does.key, plain, file);
  }
  return {
    collections,
    endpoints: plain.map((one) => ({ ...one, by: sampleSender(one, story, collections) })),
  };
}

function endpointData(api: Api, endpoint: Endpoint, file: StoryFile): EndpointData {
  const { document } = api;
  const [status = '200', response] =
    Object.entries(endpoint.responses).find(([code]) => /^[23]/.test(code)) ?? [];
  const content = response ? resolveResponse(document, response).content : undefined;
  const json = content?.['application/json'];
  const shown = new Map(sampleRequest(document, endpoint).query);
  return {
    id: endpoint.id,
    title: endpoint.title,
    method: endpoint.method,
    base: endpoint.base,
    path: endpoint.path,
    parameters: endpoint.parameters.flatMap((parameter): Field[] => {
      if (parameter.in === 'header') return [];
      const { name, required = false, schema, example } = parameter;
      const env = schema['x-env'];
      const isSent = parameter.in === 'path' || shown.has(name);
      return [
        {
          ...fieldOf(name, parameter.in, schema, required),
          ...(isSent && { example: env === undefined ? (example ?? '') : secretOf(file, env) }),
          ...(env !== undefined && { secret: env }),
        },
      ];
    }),
    body: bodyOf(api, endpoint, file),
    needsToken: endpoint.needsToken,
    permission: [...endpoint.permission],
    status: Number(status),
    errors: Object.keys(endpoint.responses)
      .map(Number)
      .filter((code) => code >= 400),
    answer: json?.schema
      ? { kind: 'json', example: answerExample(document, json) ?? emptyOf(document, json.schema) }
      : content
        ? { kind: 'file' }
        : { kind: 'nothing' },
    does: behaviourOf(endpoint, api),
    by: '',
  };
}

/** Where no source says which fields an answer has, none are made up. */
function emptyOf(document: ApiDocument, schema: Schema): unknown {
  return resolveSchema(document, schema).type === 'array' ? [] : {};
}

function fieldOf(name: string, place: Field['in'], schema: Schema, required: boolean): Field {
  return {
    name,
    in: place,
    type: typeOf(schema),
    required,
    ...(schema.enum && { options: schema.enum }),
    ...(/(?:^|_)uid$/.test(name) && { isUid: true as const }),
  };
}

function typeOf({ type, contentMediaType }: Schema): Field['type'] {
  if (contentMediaType !== undefined) return 'file';
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return Array.isArray(type) ? 'text' : 'number';
    case 'boolean':
      return Array.isArray(type) ? 'text' : 'boolean';
    case 'array':
    case 'object':
      return 'json';
    default:
      return 'text';
  }
}

function bodyOf({ document }: Api, { body }: Endpoint, file: StoryFile): BodyData | undefined {
  const [type, media] = Object.entries(body ?? {})[0] ?? [];
  if (type === undefined || !media) return undefined;
  const schema = resolveSchema(document, media.schema ?? {});
  const sample = requestExample(document, media);
  const values = typeof sample === 'object' && sample !== null ? new Map(Object.entries(sample)) : new Map();
  const isList = Array.isArray(sample);
  const fields = isList
    ? []
    : Object.entries(schema.properties ?? {}).map(([name, property]): Field => {
        const value: unknown = values.get(name);
        const isSecret = value instanceof FromEnvironment;
        const env = isSecret ? value.variable : undefined;
        const example = isSecret ? secretOf(file, value.variable) : value;
        return {
          ...fieldOf(
            name,
            'body',
            resolveSchema(document, property),
            schema.required?.includes(name) ?? false,
          ),
          ...(example !== undefined && { example }),
          ...(env !== undefined && { secret: env }),
        };
      });
  const kind = type.includes('json') ? 'json' : type.includes('multipart') ? 'multipart' : 'form';
  return { kind, fields, example: isList || fields.length === 0 ? sample : undefined };
}

/** What the variables of the samples hold in the story. */
function secretOf({ oauthApplication }: StoryFile, variable: string): string {
  const values: Readonly<Record<string, string>> = {
    TOKEN: oauthApplication.accessToken,
    CLIENT_SECRET: oauthApplication.clientSecret,
    PASSWORD: oauthApplication.password,
    REFRESH_TOKEN: oauthApplication.refreshToken,
    CODE: oauthApplication.code,
  };
  return values[variable] ?? oauthApplication.password;
}
