import { expect, test } from 'vitest';
import { type Endpoint, findEndpoint } from '../../src/reference/openapi/endpoints.ts';
import { check, manualData } from '../../testing/manual.ts';
import { openApiOwnErrors } from './openapi-own-errors.ts';

const find = (changes: Partial<Endpoint>) => {
  const createGroup = findEndpoint(manualData.api, 'createGroup');
  if (!createGroup) throw new Error('The manual has no endpoint that creates a group.');
  const endpoints = [{ ...createGroup, ...changes }];
  return check(openApiOwnErrors, [], { api: { ...manualData.api, endpoints } });
};
const everybodys = { '400': { description: 'A required field is missing, or a value is not accepted' } };
const itsOwn = {
  '400': { description: 'A value is not accepted, or a group with this title exists already' },
};

test.each([
  ['Creates a group. The title must be unique.', 'must be'],
  ['Deletes a calendar. The request is refused while tasks use it.', 'refused'],
])('requires an error for each condition in a description: %s', async (description, condition) => {
  const expectedFaults = [{ message: expect.stringContaining(`"${condition}"`) }];
  expect(await find({ description, responses: everybodys })).toMatchObject(expectedFaults);
  expect(await find({ description, responses: itsOwn })).toEqual([]);
});

test('requires an error for each condition of a field', async () => {
  const description = 'Creates a group.';
  expect(await find({ description, responses: everybodys })).toMatchObject([
    { message: expect.stringContaining('"Unique"') },
  ]);
});

test('an endpoint that asks for nothing else needs no error of its own', async () => {
  expect(await find({ description: 'Lists the groups.', body: {}, responses: everybodys })).toEqual([]);
});
