import { z } from 'zod';
import { PROGRESS_TYPE } from '../../config/constants.ts';
import { addressOf, type Endpoint, LIST_PAGE_MAX, needsStepUp } from './endpoint.ts';
import { type ApiCall, endpoints } from './endpoints.ts';
import { errorCodeList, errorCodes } from './error-codes.ts';
import { type PublicationOperation, publicationOperations } from './publications.ts';

/** What can go wrong with every request, in words for the document. */
const everywhere = {
  400: 'The request does not fit: the message names what of it.',
  401: 'Nobody is signed in.',
  403: 'Another site sent the request.',
  404: 'There is nothing at this address, or nothing for whoever asks.',
} as const;

/** The first part of a path below `/api/v1`: `accounts` of `/api/v1/accounts/:account`. */
type SubjectOf<Call extends string> = Call extends `${string}/api/v1/${infer Rest}`
  ? Rest extends `${infer First}/${string}`
    ? First
    : Rest
  : never;
type Subject = SubjectOf<ApiCall> | 'publications';

/** An endpoint whose subject isn't here fails to compile. */
const tags: Readonly<Record<Subject, { name: string; description: string }>> = {
  account: {
    name: 'Own account',
    description: 'One’s own account, its sessions, tokens and second factors.',
  },
  accounts: { name: 'Accounts', description: 'All accounts, for administrators.' },
  audiences: { name: 'Audiences', description: 'Which group sees which pages.' },
  reading: { name: 'Reading', description: 'Which pages are opened.' },
  searches: { name: 'Searches', description: 'What readers search for.' },
  feedback: { name: 'Feedback', description: 'What readers said of pages.' },
  audit: { name: 'Audit log', description: 'Who signed in, and who changed what.' },
  sessions: { name: 'Sessions', description: 'Who is signed in.' },
  agents: { name: 'Agents', description: 'Programs that readers have allowed to read.' },
  announcement: { name: 'Announcement', description: 'What is shown above every page.' },
  digest: { name: 'Weekly digest', description: 'The weekly mail to administrators.' },
  health: { name: 'Health', description: 'What the server finds when it looks at itself.' },
  backups: { name: 'Backups', description: 'What the server saves by itself.' },
  releases: { name: 'Releases', description: 'What was published, and can be served again.' },
  'deploy-tokens': {
    name: 'Deploy tokens',
    description: 'What releases are published with from elsewhere.',
  },
  publications: {
    name: 'Publications',
    description:
      'How a release comes from elsewhere, in three steps. `npm run publish` takes them, with all that is told here; both sides must be of the same version.',
  },
};

/** What the names in paths stand for. */
const pathParameters: Readonly<Record<string, string>> = {
  account: 'Id of the account.',
  session: 'Id of the session, as its list has it.',
  token: 'Id of the token, as its list has it.',
  passkey: 'Id of the passkey, as `listFactors` has it.',
  release: 'Name of the release, as `listReleases` has it.',
  publication: 'Id of the publication, as `beginPublication` answers it.',
};

/** Of what a stolen session must not do. */
const stepUp = {
  403: 'Another site sent the request; or, with the code `step-up`, prove first who you are: `verify`.',
} as const;

const stepUpForFiles = {
  403: `Another site sent the request; or, with the code \`step-up\`, more than ${LIST_PAGE_MAX} rows were asked for: prove first who you are, \`verify\`.`,
} as const;

/** Of an endpoint that tells its progress. */
const inLines = `Instead, where \`Accept\` is \`${PROGRESS_TYPE}\`: a line of JSON for each part that is done, \`{"done": 500, "of": 10000}\`. The last one has the answer, \`{"answer": …}\`, or what went wrong, \`{"error": …}\`.`;

const errorSchema = z.strictObject({
  error: z
    .strictObject({
      code: z.enum(errorCodeList).describe('Stays the same.').meta({ 'x-enumDescriptions': errorCodes }),
      message: z.string().describe('For people; its words may change.'),
    })
    .describe('What is wrong.'),
});

export type ApiSchema = z.core.JSONSchema.JSONSchema;
type ApiContent = Record<string, { schema: ApiSchema }>;

export interface ApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  /** Any of them; the role beside `session` is whom it is there for. */
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

export type ApiDocument = ReturnType<typeof openApiDocument>;

interface DocumentOptions {
  name: string;
  server?: string;
  /** Who reads it: what is not there for them is not in it. */
  role: Endpoint['access'];
}

/** The API as an OpenAPI 3.1 document, made from the schemas that its handlers and callers use. */
export function openApiDocument({ name, server = '/', role }: DocumentOptions) {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.access === 'administrator' && role !== 'administrator') continue;
    const { method, path: written } = addressOf(endpoint);
    const path = written.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(operationId, endpoint) };
  }
  if (role === 'administrator')
    for (const [operationId, operation] of Object.entries<PublicationOperation>(publicationOperations))
      paths[operation.path.replace(/:(\w+)/g, '{$1}')] = { post: publishing(operationId, operation) };
  const used = new Set(Object.keys(paths).map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '1',
      description:
        'Who may read the site, and what its readers do. For signed-in readers, and for the pages of the site itself.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    tags: Object.values(tags).filter((tag) => used.has(tag)),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'The cookie of a session; over plain HTTP it is called `sid`.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal token, made on `/account`. It only reads.',
        },
        deployToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A deploy token, made on `/admin/releases`. It only publishes.',
        },
      },
      schemas: { Error: schemaOf(errorSchema, 'output') },
    },
  };
}

function tagOf(path: string) {
  const subject = path.split('/')[3] ?? '';
  if (!isSubject(subject)) throw new Error(`${path} has no tag.`);
  return tags[subject];
}

function isSubject(text: string): text is Subject {
  return Object.hasOwn(tags, text);
}

function pathParametersOf(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path' as const, required: true, description: pathParameters[name] ?? '' },
    schema: { type: 'string' as const },
  }));
}

function errorAnswers(errors: Readonly<Record<number, string>>) {
  const content = as(undefined, { $ref: '#/components/schemas/Error' });
  return Object.fromEntries(
    Object.entries(errors).map(([code, description]) => [code, { description, content }]),
  );
}

function publishing(
  operationId: string,
  { path, summary, body, bodyIs, answer, errors }: PublicationOperation,
): ApiOperation {
  const parameters = pathParametersOf(path);
  const sent = {
    type: 'string' as const,
    description: bodyIs,
    ...(body
      ? { contentMediaType: 'application/json', contentSchema: schemaOf(body, 'input') }
      : { contentMediaType: 'application/octet-stream' }),
  };
  return {
    ...{ operationId, summary, tags: [tagOf(path).name], security: [{ deployToken: [] }] },
    ...(parameters.length > 0 ? { parameters } : {}),
    requestBody: { required: true, content: as('application/octet-stream', sent) },
    responses: {
      200: { description: 'Done.', content: as(undefined, schemaOf(answer, 'output')) },
      ...errorAnswers({ ...everywhere, ...errors }),
    },
  };
}

function operation(operationId: string, endpoint: Endpoint): ApiOperation {
  const { access, summary, query, body, answer, download, status, errors, byToken } = endpoint;
  const { path } = addressOf(endpoint);
  const progress = endpoint.tellsProgress && {
    200: { description: inLines, content: as(PROGRESS_TYPE, {}) },
  };
  const parameters = [...pathParametersOf(path), ...(query ? queryParameters(query) : [])];
  return {
    operationId,
    summary,
    tags: [tagOf(path).name],
    ...(byToken && { security: [{ session: [] }, { token: [] }] }),
    ...(access === 'administrator' && { security: [{ session: ['administrator'] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: as(undefined, schemaOf(body, 'input')) } } : {}),
    responses: {
      ...(answer
        ? {
            [status ?? 200]: {
              description: 'Done.',
              content: as(download?.type, schemaOf(answer, 'output')),
            },
          }
        : { 204: { description: 'Done.' } }),
      ...progress,
      ...errorAnswers({
        ...everywhere,
        ...(needsStepUp(endpoint) && stepUp),
        ...(endpoint.stepUp === 'files' && stepUpForFiles),
        ...errors,
      }),
    },
  };
}

function queryParameters(query: z.ZodType) {
  const { properties = {} } = schemaOf(query, 'input');
  // `input`: what has a default need not be said, so none of them is required.
  return Object.entries(properties).map(([name, given]) => {
    const { description, ...schema } = typeof given === 'object' ? given : {};
    return { name, in: 'query' as const, required: false, ...(description && { description }), schema };
  });
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ApiSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    // What a format says already, in four lines for each time.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return rest;
}

function as(type = 'application/json', schema: ApiSchema): ApiContent {
  return { [type]: { schema } };
}
