import { type Endpoint, openApi } from '../../src/reference/openapi/endpoints.ts';
import { exampleOf, FromEnvironment, requestExample } from '../../src/reference/openapi/example-value.ts';
import { ApiValidator } from '../api-validator.ts';
import type { Rule } from '../rule.ts';

/** The requests and answers that the site makes of the document fit its own schemas. */
export const openApiExamples: Rule = ({ api, file: fileOf }) => {
  const { document, endpoints } = api;
  const { file } = fileOf(openApi.file);
  const validator = new ApiValidator(api);
  const wrongIn = ({ body, responses }: Endpoint): string[] => [
    ...Object.values(body ?? {}).flatMap((media) =>
      media.schema
        ? validator
            .wrongIn(plain(requestExample(document, media)), media.schema)
            .map((wrong) => `the request does not fit: ${wrong}`)
        : [],
    ),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ schema, example }) =>
        // A file is no value that a schema could hold.
        schema && schema.contentMediaType === undefined
          ? validator
              .wrongIn(example ?? exampleOf(document, schema), schema)
              .map((wrong) => `the answer ${status} does not fit: ${wrong}`)
          : [],
      ),
    ),
  ];
  return endpoints.flatMap((endpoint) =>
    wrongIn(endpoint).map((wrong) => ({ file, message: `${endpoint.method} ${endpoint.path}: ${wrong}.` })),
  );
};

/** A secret is some text. */
function plain(value: unknown): unknown {
  if (value instanceof FromEnvironment) return 'secret';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
