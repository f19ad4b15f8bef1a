import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { lateSchemaCompilers } from './schema-compilers.ts';

test('routes of features can have schemas: input is validated, and answers are written by them', async () => {
  const app = Fastify({ schemaController: lateSchemaCompilers });
  const count = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } };
  const schema = { body: count, response: { 200: count } };
  app.post('/', { schema }, async ({ body }) => ({ ...Object(body), secret: 'x' }));
  const send = async (payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload });
    return [statusCode, body];
  };
  expect(await send({ count: 3 })).toEqual([200, '{"count":3}']);
  expect((await send({ count: 'many' }))[0]).toBe(400);
  expect((await send({}))[0]).toBe(400);
  await app.close();
});
