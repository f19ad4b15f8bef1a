import { EnvironmentVariable } from 'gatehouse/api-samples';
import { type Endpoint, openApi } from '../../src/reference/openapi/endpoints.ts';
import { answerExample, chooseRequestExample } from '../../src/reference/openapi/example-value.ts';
import { ApiValidator } from '../api-validator.ts';
import type { Rule } from '../rule.ts';

/**
 * The sample requests and answers that the site makes from the document fit its schemas, and contain real
 * values.
 */
export const openApiExamples: Rule = ({ api, file: fileOf }) => {
  const { document, endpoints } = api;
  const { file } = fileOf(openApi.file);
  const validator = new ApiValidator(api);
  const findWrongExamples = ({ body, responses }: Endpoint): string[] => [
    ...Object.values(body ?? {}).flatMap((media) =>
      media.schema
        ? validator
            .findFaults(toPlainValue(chooseRequestExample(document, media)), media.schema)
            .map((fault) => `the request does not fit: ${fault}`)
        : [],
    ),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap((media) => {
        const { schema } = media;
        // A schema can't describe the contents of a file.
        if (!schema || schema.contentMediaType !== undefined) return [];
        const answer = answerExample(document, media);
        if (answer === undefined) return [];
        return [
          ...validator
            .findFaults(answer, schema)
            .map((fault) => `the answer ${status} does not fit: ${fault}`),
          ...findEmptyObjects(answer).map(
            (inside) => `the answer ${status} shows nothing in ${inside}: give it examples`,
          ),
        ];
      }),
    ),
  ];
  return endpoints.flatMap((endpoint) =>
    findWrongExamples(endpoint).map((fault) => ({
      file,
      message: `${endpoint.method} ${endpoint.path}: ${fault}.`,
    })),
  );
};

/** Lists the places where a sample has `{}`, which tells a reader nothing. */
function findEmptyObjects(value: unknown, inside = 'itself'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? [] : [inside];
  const inList = Array.isArray(value);
  return entries.flatMap(([name, inner]) => findEmptyObjects(inner, inList ? inside : `\`${name}\``));
}

/** Replaces variables for secrets with text. */
function toPlainValue(value: unknown): unknown {
  if (value instanceof EnvironmentVariable) return 'secret';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlainValue(one)]));
}
