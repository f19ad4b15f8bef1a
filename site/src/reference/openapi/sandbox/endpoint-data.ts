import { isDeepStrictEqual } from 'node:util';
import { EnvironmentVariable } from 'gatehouse/api-samples';
import { answer, createWorld } from '../../../live/try-it/sandbox/answer.ts';
import type {
  BodyData,
  Collections,
  EndpointData,
  Field,
  PageData,
} from '../../../live/try-it/sandbox/endpoint-data.ts';
import { createSampleValues, makeRequest } from '../../../live/try-it/sandbox/request.ts';
import type { Story } from '../../../live/try-it/sandbox/story.ts';
import type { ApiDocument, Schema } from '../document.ts';
import { type Api, describeAnswer, type Endpoint, resolveSchema } from '../endpoints.ts';
import { answerExample, chooseRequestExample } from '../example-value.ts';
import { createEndpointSample } from '../samples/sample-request.ts';
import { findBehaviour } from './behaviours.ts';
import { collectFirstThings, collectTables } from './first-things.ts';
import type { StoryFile } from './story-file.ts';

/** Data of these endpoints, in one file. */
export function collectPageData(
  api: Api,
  endpoints: readonly Endpoint[],
  file: StoryFile,
  story: Story,
): PageData {
  const plain = endpoints.map((endpoint) => collectEndpointData(api, endpoint, file));
  const collections: Collections = {};
  for (const { does } of plain) {
    if (does.kind === 'collection' || does.kind === 'relation')
      collections[does.of] ??= collectFirstThings(does, plain, file, story);
    if (does.kind === 'rows') Object.assign(collections, collectTables(file));
  }
  return {
    collections,
    endpoints: plain.map((item) => ({ ...item, by: chooseSampleSender(item, story, collections) })),
  };
}

function collectEndpointData(api: Api, endpoint: Endpoint, file: StoryFile): EndpointData {
  const { document } = api;
  const { status, json, kind } = describeAnswer(document, endpoint);
  const shownQuery = new Map(createEndpointSample(document, endpoint).query);
  return {
    id: endpoint.id,
    title: endpoint.title,
    method: endpoint.method,
    base: endpoint.base,
    path: endpoint.path,
    parameters: endpoint.parameters.flatMap((parameter): Field[] => {
      if (parameter.in === 'header') return [];
      const { name, required = false, schema, example = '' } = parameter;
      const env = schema['x-env'];
      const isSent = parameter.in === 'path' || shownQuery.has(name);
      const value = env === undefined ? example : new EnvironmentVariable(env);
      return [describeField(name, parameter.in, schema, required, isSent ? value : undefined, file)];
    }),
    body: describeBody(api, endpoint, file),
    needsToken: endpoint.needsToken,
    permission: [...endpoint.permission],
    status: Number(status),
    errors: Object.keys(endpoint.responses)
      .map(Number)
      .filter((code) => code >= 400),
    answer:
      kind === 'json'
        ? { kind, example: answerExample(document, json) ?? makeEmptyValue(document, json.schema) }
        : { kind },
    does: findBehaviour(endpoint, api),
    by: '',
  };
}

/** Creates an empty answer of the right type. No source says which fields it has, so it gets none. */
function makeEmptyValue(document: ApiDocument, schema: Schema = {}): unknown {
  return resolveSchema(document, schema).type === 'array' ? [] : {};
}

/** `value`: in the sample request, where it has one. */
function describeField(
  name: string,
  part: Field['in'],
  schema: Schema,
  required: boolean,
  value: unknown,
  file: StoryFile,
): Field {
  const secret = value instanceof EnvironmentVariable ? value.name : undefined;
  const example = secret === undefined ? value : findSecret(file, secret);
  return {
    name,
    in: part,
    type: getFieldType(schema),
    required,
    ...(schema.enum && { options: schema.enum }),
    ...(/(?:^|_)uid$/.test(name) && { isUid: true as const }),
    ...describeLimits(schema),
    ...(example !== undefined && { example }),
    ...(secret !== undefined && { secret }),
  };
}

/** Limits of a value besides its type. */
function describeLimits(schema: Schema): Partial<Field> {
  const { minLength, maxLength, pattern, minItems, 'x-format': format, 'x-refers-to': refersTo } = schema;
  const length =
    maxLength === undefined ? schema['x-length-as-installed'] : { min: minLength ?? 0, max: maxLength };
  return {
    ...(length && { length }),
    ...(pattern !== undefined && { pattern }),
    ...(minItems !== undefined && { minItems }),
    ...(format !== undefined && { format }),
    ...(schema['x-not-past'] && { notPast: true as const }),
    ...(schema['x-unique'] && { unique: true as const }),
    ...(refersTo && { refersTo }),
    ...(schema['x-reserved'] && { reserved: schema['x-reserved'] }),
    ...(schema['x-some-item'] && { someItem: schema['x-some-item'] }),
  };
}

function getFieldType({ type, contentMediaType }: Schema): Field['type'] {
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

function describeBody({ document }: Api, { body }: Endpoint, file: StoryFile): BodyData | undefined {
  const [type, media] = Object.entries(body ?? {})[0] ?? [];
  if (type === undefined || !media) return undefined;
  const schema = resolveSchema(document, media.schema ?? {});
  const sample = chooseRequestExample(document, media);
  const values = new Map<string, unknown>(Object.entries(Object(sample)));
  const isList = Array.isArray(sample);
  const fields = Object.entries((!isList && schema.properties) || {}).map(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    return describeField(name, 'body', resolveSchema(document, property), required, values.get(name), file);
  });
  const kind = type.includes('json') ? 'json' : type.includes('multipart') ? 'multipart' : 'form';
  return { kind, fields, example: isList || fields.length === 0 ? sample : undefined };
}

/** Values of the samples' variables in the story. */
function findSecret({ oauthApplication }: StoryFile, variable: string): string {
  const values: Readonly<Record<string, string>> = {
    TOKEN: oauthApplication.accessToken,
    CLIENT_SECRET: oauthApplication.clientSecret,
    PASSWORD: oauthApplication.password,
    REFRESH_TOKEN: oauthApplication.refreshToken,
    CODE: oauthApplication.code,
  };
  return values[variable] ?? oauthApplication.password;
}

/** User who sends the sample: the first who gets the documented answer, or the one who gets the longest. */
function chooseSampleSender(endpoint: EndpointData, story: Story, collections: Collections): string {
  const { does } = endpoint;
  const starter = story.cases[0]?.startedBy;
  // Cases are the requester's in the first place, all else is the administrator's.
  const isFirst = (uid: string) => Number(/^cases?$/.test(does.kind) && uid === starter);
  const attempts = story.users
    .toSorted((a, b) => isFirst(b.uid) - isFirst(a.uid))
    .map(({ uid }) => {
      const surroundings = { now: () => '2026-03-12 09:00:00', uid: () => '0'.repeat(32) };
      const world = createWorld({ story, collections, ...surroundings });
      const token = Object.entries(story.tokens).find(([, { user }]) => user === uid)?.[0] ?? '';
      const attempt = answer(world, endpoint, {
        ...makeRequest(endpoint, createSampleValues(endpoint)),
        token,
      });
      return { uid, attempt };
    });
  const good = attempts.filter(({ attempt }) => attempt.status === endpoint.status);
  const example = endpoint.answer.kind === 'json' ? endpoint.answer.example : undefined;
  const equalAttempt = good.find(({ attempt }) => isDeepStrictEqual(attempt.body, example));
  const measureLength = (body: unknown) => (JSON.stringify(body) ?? '').length;
  const [longest] = good.toSorted((a, b) => measureLength(b.attempt.body) - measureLength(a.attempt.body));
  return (equalAttempt ?? longest ?? attempts[0])?.uid ?? '';
}
