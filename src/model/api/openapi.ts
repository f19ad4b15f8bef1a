import { z } from 'zod';
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
  reading: 'Which pages are opened.',
  searches: 'What readers search for.',
  feedback: 'What readers said of pages.',
  audit: 'Who signed in, and who changed what.',
  sessions: 'Who is signed in.',
  announcement: 'What is shown above every page.',
  digest: 'The weekly mail to administrators.',
  health: 'What the server finds when it looks at itself.',
  backups: 'What the server saves by itself.',
  'deploy-tokens': 'What releases are published with from elsewhere.',
  releases: 'What was published, and can be served again.',
};
/** Of what a stolen session must not do. */
const stepUp = {
  403: 'Another site sent the request; or, with the code `step-up`, prove first who you are: `verify`.',
} as const;

const errorSchema = z.strictObject({
  error: z.strictObject({ code: z.string().describe('Stays the same.'), message: z.string() }),
});

/** The API as an OpenAPI 3.1 document, made from the schemas that its handlers and callers use. */
export function openApiDocument({ name, server = '/' }: { name: string; server?: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name}: administration`,
      version: '1',
      description:
        'Who may read the site, and what its readers do. For signed-in readers, and for the pages of the site itself.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
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

function operation(operationId: string, endpoint: Endpoint) {
  const { path, summary, query, body, answer, download, status, errors, byToken } = endpoint;
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(query ? queryParameters(query) : []),
  ];
  return {
    operationId,
    summary,
    tags: [path.split('/')[3]],
    ...(byToken && { security: [{ session: [] }, { token: [] }] }),
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
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}

function as(type = 'application/json', schema: unknown) {
  return { [type]: { schema } };
}
