import type { Problem } from 'gatehouse/checks';
import type { Api } from '../../src/reference/openapi/endpoints.ts';
import { exampleOf, FromEnvironment, requestExample } from '../../src/reference/openapi/example-value.ts';
import { problemAt } from '../problems.ts';
import type { ApiValidator } from '../samples/rest.ts';

/** The requests and answers that the site makes of the document fit its own schemas. */
export function checkOpenApiExamples(
  file: string,
  { document, endpoints }: Api,
  validator: ApiValidator,
): Problem[] {
  return endpoints.flatMap((endpoint) => {
    const { method, path, body, responses } = endpoint;
    const problems: Problem[] = [];
    const hold = (what: string, value: unknown, schema: Parameters<ApiValidator['wrongIn']>[1]) => {
      for (const message of validator.wrongIn(value, schema)) {
        problems.push(
          problemAt('openapi-example', { file }, `${method} ${path}: the ${what} does not fit: ${message}.`),
        );
      }
    };
    for (const media of Object.values(body ?? {})) {
      if (media.schema) hold('request', plain(requestExample(document, media)), media.schema);
    }
    for (const [status, response] of Object.entries(responses)) {
      for (const media of Object.values(response.content ?? {})) {
        // A file is no value that a schema could hold.
        if (media.schema && media.schema.contentMediaType === undefined)
          hold(`answer ${status}`, media.example ?? exampleOf(document, media.schema), media.schema);
      }
    }
    return problems;
  });
}

/** A secret is some text. */
function plain(value: unknown): unknown {
  if (value instanceof FromEnvironment) return 'secret';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
