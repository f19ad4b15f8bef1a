import { expect, test } from 'vitest';
import { dataText } from '../../testing/compile-with-data.ts';
import { checkOpenApiDocument } from './openapi-document.ts';

test('the document passes the strict rules', async () => {
  expect(
    await checkOpenApiDocument('static/openapi/lurana.json', dataText('static/openapi/lurana.json')),
  ).toEqual([]);
});

test('an operation without a summary is named by its place', async () => {
  const broken = dataText('static/openapi/lurana.json').replace('"summary": "List users",', '');
  const found = await checkOpenApiDocument('static/openapi/lurana.json', broken);
  expect(found[0]?.message).toContain('#/paths/~1users/get');
});
