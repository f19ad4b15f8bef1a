import { z } from 'zod';
import { PROGRESS_TYPE } from '../../config/constants.ts';
import type { DeployOperation } from './deploy-operation.ts';
import { type Endpoint, LIST_PAGE_MAX, needsStepUp, parseCall } from './endpoint.ts';
import { commonEndpoints } from './endpoints.ts';
import { commonErrorCodes } from './error-codes.ts';

/** Errors that every endpoint can return. */
const everywhere = {
  400: 'The request is invalid. The message names the part that is wrong.',
  401: 'You aren’t signed in, or the token is invalid or has expired.',
  403: 'The request came from another site.',
  404: 'Not found, or not visible to the caller.',
} as const;

/** The first part of a path below `/api/v1`: `accounts` of `/api/v1/accounts/:account`. */
type SubjectOf<Call extends string> = Call extends `${string}/api/v1/${infer Rest}`
  ? Rest extends `${infer First}/${string}`
    ? First
    : Rest
  : never;
type Subject = SubjectOf<(typeof commonEndpoints)[keyof typeof commonEndpoints]['call']>;

/** A group of endpoints in the OpenAPI document. */
export interface ApiSubject {
  name: string;
  description: string;
  /** Descriptions of parameters in its paths, unless every site has them. */
  parameters?: Readonly<Record<string, string>>;
}

/** An endpoint whose subject isn't here fails to compile. */
const commonTags: Readonly<Record<Subject, ApiSubject>> = {
  account: {
    name: 'Own account',
    description: 'Your account, its sessions, tokens and second factors.',
  },
  accounts: { name: 'Accounts', description: 'All accounts of the site.' },
  audiences: { name: 'Audiences', description: 'Which groups can see which pages.' },
  sessions: { name: 'Sessions', description: 'Active sessions of all users.' },
  digest: { name: 'Weekly digest', description: 'The weekly email to administrators.' },
  mails: { name: 'Emails', description: 'The emails that the site can send.' },
  health: { name: 'Health', description: 'Checks that the server runs on itself.' },
};

/** Descriptions of path parameters that every site has. */
const pathParameters: Readonly<Record<string, string>> = {
  account: 'Id of the account.',
  session: 'Id of the session.',
  token: 'Id of the token.',
  passkey: 'Id of the passkey, from `listFactors`.',
};

/** Errors of endpoints that a stolen session must not be able to use. */
const stepUp = {
  403: 'The request came from another site. With the code `step-up`: confirm who you are with `verify`, then try again.',
} as const;

const stepUpForFiles = {
  403: `The request came from another site. With the code \`step-up\`: the request asks for more than ${LIST_PAGE_MAX} rows, so confirm who you are with \`verify\`, then try again.`,
} as const;

/** Second form of the response of an endpoint that reports progress. */
const inLines = `Progress, if \`Accept\` is \`${PROGRESS_TYPE}\`: one line of JSON per step, such as \`{"done": 500, "of": 10000}\`. The last line has the response, \`{"answer": …}\`, or the error, \`{"error": …}\`.`;

const createErrorSchema = (codes: Readonly<Record<string, string>>) =>
  z.strictObject({
    error: z
      .strictObject({
        code: z
          .enum(Object.keys(codes))
          .describe('Error code. Codes never change their meaning.')
          .meta({ 'x-enumDescriptions': codes }),
        message: z.string().describe('Message for people. Its wording can change.'),
      })
      .describe('The error.'),
  });

export type ApiSchema = z.core.JSONSchema.JSONSchema;
type ApiContent = Record<string, { schema: ApiSchema }>;

/** An operation of the OpenAPI document. */
export interface ApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  /** Any one of these is enough. The role beside `session` is the one the caller needs. */
  security?: { session?: string[]; token?: string[]; deployToken?: string[] }[];
  parameters?: {
    name: string;
    in: 'path' | 'query';
    required: boolean;
    description?: string;
    schema: ApiSchema;
  }[];
  requestBody?: { required: true; content: ApiContent };
  responses: Record<string, { description: string; content?: ApiContent }>;
}

/** The OpenAPI document of this site's own API. */
export interface SiteApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: { securitySchemes: Record<string, Record<string, string>>; schemas: { Error: ApiSchema } };
}

interface DocumentOptions {
  name: string;
  server?: string;
  /** Role of the person who reads the document. It leaves out endpoints that they can't use. */
  role: Endpoint['access'];
  /** Endpoints and operations of features, and the groups they belong to by the first part of their paths. */
  features?: {
    endpoints: Readonly<Record<string, Endpoint>>;
    deployOperations: Readonly<Record<string, DeployOperation>>;
    subjects: Readonly<Record<string, ApiSubject>>;
    errorCodes: Readonly<Record<string, string>>;
  };
}

/** The API as an OpenAPI 3.1 document, made from the schemas that its handlers and callers use. */
export function buildApiDocument({ name, server = '/', role, features }: DocumentOptions): SiteApiDocument {
  const errorSchema = createErrorSchema({ ...commonErrorCodes, ...features?.errorCodes });
  const paths: SiteApiDocument['paths'] = {};
  const tags = { ...commonTags, ...features?.subjects };
  const endpoints: Readonly<Record<string, Endpoint>> = { ...commonEndpoints, ...features?.endpoints };
  const deployOperations = Object.entries(features?.deployOperations ?? {});
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    if (endpoint.access === 'administrator' && role !== 'administrator') continue;
    const { method, path: template } = parseCall(endpoint);
    const path = template.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operationId, endpoint, tags) };
  }
  if (role === 'administrator')
    for (const [operationId, endpoint] of deployOperations)
      paths[endpoint.path.replace(/:(\w+)/g, '{$1}')] = {
        post: createDeployOperation(operationId, endpoint, tags),
      };
  const usedTags = new Set(Object.keys(paths).map((path) => findTag(path, tags)));
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '1',
      description:
        'Manage your account and, as an administrator, the users, access and operation of this site. The pages of the site use the same API.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    tags: Object.values(tags)
      .filter((tag) => usedTags.has(tag))
      .map(({ name, description }) => ({ name, description })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'Session cookie. Over plain HTTP its name is `sid`.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Personal token, created at `/account`. It can only read.',
        },
        ...(deployOperations.length > 0 && { deployToken: deployTokenScheme }),
      },
      schemas: { Error: toJsonSchema(errorSchema, 'output') },
    },
  };
}

const deployTokenScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'Deploy token, created at `/admin/releases`. It can only publish.',
};

type Tags = Readonly<Record<string, ApiSubject>>;

function findTag(path: string, tags: Tags): ApiSubject {
  const subject = path.split('/')[3] ?? '';
  const tag = Object.hasOwn(tags, subject) ? tags[subject] : undefined;
  if (tag === undefined)
    throw new Error(
      `${path} has no tag. Add "${subject}" to commonTags in src/model/api/openapi.ts, or to apiSubjects of the feature.`,
    );
  return tag;
}

function describePathParameters(path: string, tags: Tags) {
  const descriptions = { ...pathParameters, ...findTag(path, tags).parameters };
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path' as const, required: true, description: descriptions[name] ?? '' },
    schema: { type: 'string' as const },
  }));
}

function describeErrors(errors: Readonly<Record<number, string>>) {
  const content = describeContent(undefined, { $ref: '#/components/schemas/Error' });
  return Object.fromEntries(
    Object.entries(errors).map(([code, description]) => [code, { description, content }]),
  );
}

function createDeployOperation(
  operationId: string,
  { path, summary, body, bodyIs, answer, errors }: DeployOperation,
  allTags: Tags,
): ApiOperation {
  const parameters = describePathParameters(path, allTags);
  const sentBody = {
    type: 'string' as const,
    description: bodyIs,
    ...(body
      ? { contentMediaType: 'application/json', contentSchema: toJsonSchema(body, 'input') }
      : { contentMediaType: 'application/octet-stream' }),
  };
  return {
    ...{ operationId, summary, tags: [findTag(path, allTags).name], security: [{ deployToken: [] }] },
    ...(parameters.length > 0 ? { parameters } : {}),
    requestBody: { required: true, content: describeContent('application/octet-stream', sentBody) },
    responses: {
      200: { description: 'Success.', content: describeContent(undefined, toJsonSchema(answer, 'output')) },
      ...describeErrors({ ...everywhere, ...errors }),
    },
  };
}

function describeOperation(operationId: string, endpoint: Endpoint, allTags: Tags): ApiOperation {
  const { access, summary, query, body, answer, download, status, errors, byToken } = endpoint;
  const { path } = parseCall(endpoint);
  const progress = endpoint.tellsProgress && {
    200: { description: inLines, content: describeContent(PROGRESS_TYPE, {}) },
  };
  const parameters = [
    ...describePathParameters(path, allTags),
    ...(query ? describeQueryParameters(query) : []),
  ];
  return {
    operationId,
    summary,
    tags: [findTag(path, allTags).name],
    ...(byToken && { security: [{ session: [] }, { token: [] }] }),
    ...(access === 'administrator' && { security: [{ session: ['administrator'] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: describeContent(undefined, toJsonSchema(body, 'input')) } }
      : {}),
    responses: {
      ...(answer
        ? {
            [status ?? 200]: {
              description: 'Success.',
              content: describeContent(download?.type, toJsonSchema(answer, 'output')),
            },
          }
        : { 204: { description: 'Success.' } }),
      ...progress,
      ...describeErrors({
        ...everywhere,
        ...(needsStepUp(endpoint) && stepUp),
        ...(endpoint.stepUp === 'files' && stepUpForFiles),
        ...errors,
      }),
    },
  };
}

function describeQueryParameters(query: z.ZodType) {
  // Parameters with a default are optional for callers.
  const { properties = {}, required: requiredNames = [] } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const isRequired = requiredNames.includes(name);
    return { name, in: 'query' as const, required: isRequired, ...(description && { description }), schema };
  });
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): ApiSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    // The format implies the pattern, which takes four lines for each time.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return rest;
}

function describeContent(type = 'application/json', schema: ApiSchema): ApiContent {
  return { [type]: { schema } };
}
