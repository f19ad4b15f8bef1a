import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, connect as openConnection } from 'node:net';
import { expect, test } from 'vitest';
import { describeFileReason, describeReason } from './reason.ts';

const here = import.meta.dirname;
const thisFile = import.meta.filename;

const catchThrownBy = (act: () => Promise<unknown>): Promise<unknown> =>
  act().catch((thrownValue: unknown) => thrownValue);

test.each([
  [
    'a missing file',
    () => readFile('/nowhere/people.csv'),
    "it doesn't exist",
    "/nowhere/people.csv doesn't exist",
  ],
  ['a folder', () => readFile(here), 'it is a folder', 'it is a folder'],
  [
    'a file below a file',
    () => readdir(`${thisFile}/docs`),
    "part of its path isn't a folder",
    `part of the path ${thisFile}/docs isn't a folder`,
  ],
  ['a folder that exists', () => mkdir(here), 'it already exists', `${here} already exists`],
  [
    'a name that is too long',
    () => readFile(`/${'a'.repeat(300)}`),
    'the name of it is too long',
    `the name of /${'a'.repeat(300)} is too long`,
  ],
])("says in plain words why %s can't be used", async (_, act, reason, withPath) => {
  const error = await catchThrownBy(act);
  expect(describeFileReason(error)).toBe(reason);
  expect(describeReason(error)).toBe(withPath);
});

test("says in plain words why a server can't be reached", async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const inUse = await catchThrownBy(() => once(createServer().listen(port, '127.0.0.1'), 'listening'));
  expect(describeReason(inUse)).toBe('another program is using the port');
  await new Promise((resolve) => server.close(resolve));
  const refusal = await catchThrownBy(() => once(openConnection(port, '127.0.0.1'), 'connect'));
  expect(describeReason(refusal)).toBe('the connection was refused');
  // Libraries rethrow an error with a cause, and a host name with several addresses fails with an error for each.
  const rethrownError = Object.assign(new Error('Socket'), refusal, { code: 'ESOCKET' });
  expect(describeReason(rethrownError)).toBe('the connection was refused');
  expect(describeReason(new AggregateError([refusal], ''))).toBe('the connection was refused');
});

test.each([
  ['ENOTFOUND', "the name docs.example can't be resolved"],
  ['EAI_AGAIN', "the name docs.example can't be resolved at the moment"],
  ['ETIMEDOUT', 'no answer came in time'],
  ['ECONNRESET', 'the connection was closed'],
])('explains the network error %s', (code, reason) => {
  const error = Object.assign(new Error(code), { code, syscall: 'getaddrinfo', hostname: 'docs.example' });
  expect(describeReason(error)).toBe(reason);
});

test.each([
  [new Error('Not UTF-8.'), 'Not UTF-8.'],
  [Object.assign(new Error('Not signed.'), { code: 'ENOENT' }), 'Not signed.'],
  [Object.assign(new Error('Odd.'), { code: 'EODD', syscall: 'open' }), 'Odd.'],
  ['stopped', 'stopped'],
])('repeats the message of other errors: %s', (error, reason) => {
  expect(describeReason(error)).toBe(reason);
});
