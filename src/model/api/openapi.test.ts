import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { engineFeatures } from '../../features/index.ts';
import { loadFeatureApi } from '../../server/api/load-api.ts';
import { type Endpoint, parseCall } from './endpoint.ts';
import { commonEndpoints } from './endpoints.ts';
import { commonErrorCodes } from './error-codes.ts';
import { type ApiSchema, buildApiDocument } from './openapi.ts';

const features = await loadFeatureApi(engineFeatures);
const errorCodes = { ...commonErrorCodes, ...features.errorCodes };
const endpoints: Readonly<Record<string, Endpoint>> = { ...commonEndpoints, ...features.endpoints };
const document = buildApiDocument({
  name: 'Example',
  features,
  server: 'https://docs.gatehouse.example',
  role: 'administrator',
});

test('is valid OpenAPI by the strict rules of the linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const lintProblems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(
    lintProblems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message]),
  ).toEqual([]);
});

test('contains every endpoint with its request and responses', () => {
  const describedCalls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const all = Object.values(endpoints).map(parseCall);
  const publishing = Object.values(features.deployOperations).map(({ path }) => ({ method: 'POST', path }));
  const expected = [...all, ...publishing].map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(describedCalls.toSorted()).toEqual(expected.toSorted());
  const subjects = new Set([...all, ...publishing].map(({ path }) => path.split('/')[3]));
  expect(document.tags).toHaveLength(subjects.size);
  for (const { name, description } of document.tags) {
    expect(name).toMatch(/^[A-Z]/);
    expect(description).not.toBe('');
  }
  expect(document.paths['/api/v1/accounts']).toMatchObject({
    get: {
      operationId: 'listAccounts',
      parameters: expect.arrayContaining([
        expect.objectContaining({
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
        }),
      ]),
    },
    post: { responses: { 201: {}, 409: {}, 400: {} } },
  });
});

test('lists every error code with its meaning', () => {
  const { properties } = document.components.schemas.Error;
  expect(properties?.error).toMatchObject({
    properties: { code: { enum: Object.keys(errorCodes), 'x-enumDescriptions': errorCodes } },
  });
  for (const [code, meaning] of Object.entries(errorCodes)) {
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(meaning, code).toMatch(/^\p{Lu}.{10,}\.$/u);
  }
});

test('describes every field and parameter', () => {
  const undescribed: string[] = [];
  const look = (where: string, { properties = {}, items, anyOf = [], contentSchema }: ApiSchema) => {
    for (const [name, field] of Object.entries(properties)) {
      const at = `${where} ${name}`;
      if (typeof field !== 'object') continue;
      if (!field.description) undescribed.push(at);
      look(at, field);
    }
    for (const inner of [items, contentSchema, ...anyOf])
      if (typeof inner === 'object' && !Array.isArray(inner)) look(where, inner);
  };
  look('Error', document.components.schemas.Error);
  for (const operations of Object.values(document.paths))
    for (const { operationId, parameters = [], requestBody, responses } of Object.values(operations)) {
      for (const { name, description } of parameters)
        if (!description) undescribed.push(`${operationId} ${name}`);
      for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
        for (const { schema } of Object.values(content)) look(operationId, schema);
    }
  expect(undescribed).toEqual([]);
});

test('hides administrators’ endpoints from readers', () => {
  const readerDocument = buildApiDocument({ name: 'Example', role: 'reader', features });
  const operationIds = Object.values(readerDocument.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  const all = Object.entries(endpoints);
  expect(operationIds.toSorted()).toEqual(
    all
      .filter(([, { access }]) => access === 'reader')
      .map(([name]) => name)
      .toSorted(),
  );
  expect(readerDocument.tags.map(({ name }) => name)).toEqual(['Own account', 'Answers', 'Written answers']);
});
