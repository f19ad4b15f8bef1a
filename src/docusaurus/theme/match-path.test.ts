import { expect, test } from 'vitest';
import { matchPath, type RouteOptions } from './match-path.ts';

// The values of React Router 5.
test.each<
  [address: string, route: string | string[] | RouteOptions, url: string, isExact: boolean, params?: object]
>([
  ['/a/b', { path: '/a/:c', exact: true }, '/a/b', true, { c: 'b' }],
  ['/a/b/d', { path: '/a/:c' }, '/a/b', false, { c: 'b' }],
  ['/a/', '/a', '/a/', true],
  ['/a/', { path: '/a', exact: true }, '/a/', true],
  ['/a/', { path: '/a/', strict: true }, '/a/', true],
  ['/A', '/a', '/A', true],
  ['/a', ['/b', '/a'], '/a', true],
  ['/x', '/', '/', false],
  ['/', { path: '/', exact: true }, '/', true],
  ['/a', '/a/:b?', '/a', true, { b: undefined }],
  ['/a/1', '/a/:b?', '/a/1', true, { b: '1' }],
  ['/a/12', '/a/:n(\\d+)', '/a/12', true, { n: '12' }],
  ['/a/b/c', '/a/:r*', '/a/b/c', true, { r: 'b/c' }],
  ['/a/b', '*', '/a/b', true, { 0: '/a/b' }],
  ['/v1.0/x', '/v:ver/x', '/v1.0/x', true, { ver: '1.0' }],
  ['/a/b', { path: '/a/' }, '/a', false],
])('finds in %s the pattern %j', (address, route, url, isExact, params = {}) => {
  expect(matchPath(address, route)).toMatchObject({ url, isExact, params });
});

test.each<[address: string, route: string | RouteOptions]>([
  ['/a/b/d', { path: '/a/:c', exact: true }],
  ['/a/', { path: '/a', exact: true, strict: true }],
  ['/a', { path: '/a/', strict: true }],
  ['/ab', '/a'],
  ['/A', { path: '/a', sensitive: true }],
  ['/a/x', '/a/:n(\\d+)'],
  ['/axb', '/a.b'],
  ['/x', { path: '/', exact: true }],
  ['/a/b', {}],
])("doesn't find in %s the pattern %j", (address, route) => {
  expect(matchPath(address, route)).toBeNull();
});
