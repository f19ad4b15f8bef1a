import { z } from 'zod';
import { PROGRESS_TYPE } from '../../config/constants.ts';
import { type Endpoint, needsStepUp } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** What can go wrong with every request, in words for the document. */
const everywhere = {
  400: 'The request does not fit: the message names what of it.',
  401: 'Nobody is signed in.',
  403: 'Another site sent the request.',
  404: 'There is nothing at this address, or nothing for whoever asks.',
} as const;

/** The first part of each path below `/api/v1`. */
const tags = {
  account: 'One’s own account.',
  accounts: 'All accounts, for administrators.',
  audiences: 'Which group sees which pages.',
  reading: 'Which pages are opened.',
  searches: 'What readers search for.',
  feedback: 'What readers said of pages.',
  audit: 'Who signed in, and who changed what.',
  sessions: 'Who is signed in.',
  announcement: 'What is shown above every page.',
  digest: 'The weekly mail to administrators.',
  health: 'What the server finds when it looks at itself.',
  backups: 'What the server saves by itself.',
  'deploy-tokens':
    'What releases are published with from elsewhere, by `npm run publish`. What that sends to `/api/v1/publications` is between programs of the same version, and is not described here.',
  releases: 'What was published, and can be served again.',
};
/** Of what a stolen session must not do. */
const stepUp = {
  403: 'Another site sent the request; or, with the code `step-up`, prove first who you are: `verify`.',
} as const;

/** Of an endpoint that tells its progress. */
const inLines = `Instead, where \`Accept\` is \`${PROGRESS_TYPE}\`: a line of JSON for each part that is done, \`{"done": 500, "of": 10000}\`. The last one has the answer, \`{"answer": …}\`, or what went wrong, \`{"error": …}\`.`;

const errorSchema = z.strictObject({
  error: z.strictObject({ code: z.string().describe('Stays the same.'), message: z.string() }),
});

export type ApiSchema = z.core.JSONSchema.JSONSchema;
type ApiContent = Record<string, { schema: ApiSchema }>;

export interface ApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  /** Any of them; the role beside `session` is whom it is there for. */
  security?: { session?: string[]; token?: string[] }[];
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: ApiSchema }[];
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
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) };
  }
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
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
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
      },
      schemas: { Error: schemaOf(errorSchema, 'output') },
    },
  };
}

function tagOf(path: string): string {
  return path.split('/')[3] ?? '';
}

function operation(operationId: string, endpoint: Endpoint): ApiOperation {
  const { path, access, summary, query, body, answer, download, status, errors, byToken } = endpoint;
  const progress = endpoint.tellsProgress && {
    200: { description: inLines, content: as(PROGRESS_TYPE, {}) },
  };
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
  const parameters = [
    ...names.map((name) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
    })),
    ...(query ? queryParameters(query) : []),
  ];
  return {
    operationId,
    summary,
    tags: [tagOf(path)],
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
      ...Object.fromEntries(
        Object.entries({ ...everywhere, ...(needsStepUp(endpoint) && stepUp), ...errors }).map(
          ([code, description]) => [
            code,
            { description, content: as(undefined, { $ref: '#/components/schemas/Error' }) },
          ],
        ),
      ),
    },
  };
}

function queryParameters(query: z.ZodType) {
  const { properties = {} } = schemaOf(query, 'input');
  // `input`: what has a default need not be said, so none of them is required.
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: false,
    schema: typeof schema === 'object' ? schema : {},
  }));
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
