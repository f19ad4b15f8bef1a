import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';
import { readEnvironment } from './environment.ts';

test.each([
  ['postgres://u:p@a/db', [['a:5432', 'postgres://u:p@a/db']]],
  ['postgresql://u:p@a:6432/db?sslmode=require', [['a:6432', 'postgresql://u:p@a:6432/db?sslmode=require']]],
  [
    'postgres://u:p@a,b/db?target_session_attrs=read-write',
    [
      ['a:5432', 'postgres://u:p@a/db'],
      ['b:5432', 'postgres://u:p@b/db'],
    ],
  ],
  [
    'postgres://u:p%40,@a:1,b:2,[::1]:3/db?sslmode=verify-full&target_session_attrs=primary',
    [
      ['a:1', 'postgres://u:p%40,@a:1/db?sslmode=verify-full'],
      ['b:2', 'postgres://u:p%40,@b:2/db?sslmode=verify-full'],
      ['[::1]:3', 'postgres://u:p%40,@[::1]:3/db?sslmode=verify-full'],
    ],
  ],
  [
    'postgres:///db?host=a,b&port=1,2',
    [
      ['a:1', 'postgres://a:1/db'],
      ['b:2', 'postgres://b:2/db'],
    ],
  ],
  [
    'postgres:///db?host=/run/postgresql',
    [['/run/postgresql:5432', 'postgres:///db?host=%2Frun%2Fpostgresql']],
  ],
])('reads the hosts of %s in order', (address, expected) => {
  const { hosts } = parseDatabaseUrl(address);
  expect(hosts?.map(({ name, url }) => [name, url])).toEqual(expected);
});

test.each([
  ['mysql://a/db', 'must be a postgres:// address'],
  ['postgres://u@a,,b/db', 'must not have an empty host'],
  ['postgres://a,b/db?target_session_attrs=standby', 'a server that accepts writes'],
  [`postgres://${'a,'.repeat(20)}a/db`, 'at most 10 hosts'],
  ['postgres://a:99999999/db', 'must be a postgres:// address'],
])('rejects %s', (address, problem) => {
  expect(parseDatabaseUrl(address).problem).toContain(problem);
});

test('rejects database settings without a database or outside of their range', () => {
  const readProblems = (settings: Record<string, string>) =>
    readEnvironment(settings, { features: [], folder: '/nowhere' }).problems.map(({ message }) => message);
  expect(readProblems({ DATABASE_POOL: '4', DATABASE_LISTEN_URL: 'postgres://a/db' })).toEqual([
    'DATABASE_LISTEN_URL has no effect without DATABASE_URL. Set DATABASE_URL or remove DATABASE_LISTEN_URL.',
    'DATABASE_POOL has no effect without DATABASE_URL. Set DATABASE_URL or remove DATABASE_POOL.',
  ]);
  expect(readProblems({ DATABASE_URL: 'postgres://a,b/db', DATABASE_POOL: '1' })).toEqual([
    'DATABASE_POOL must be 2 to 500.',
  ]);
  expect(readProblems({ DATABASE_URL: 'postgres://a,b/db', DATABASE_LISTEN_URL: 'http://a' })).toEqual([
    'DATABASE_LISTEN_URL must be a postgres:// address.',
  ]);
});
