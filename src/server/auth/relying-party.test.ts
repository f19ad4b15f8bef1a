import { expect, test } from 'vitest';
import { getSiteLabel, resolveRelyingParty } from './relying-party.ts';

const describeRelyingPartyAt = (host: string, protocol = 'http') =>
  // The function reads only these properties.
  ({ gate: { site: { host, protocol } } }) as Parameters<typeof resolveRelyingParty>[0];

test.each([
  ['localhost:3000', undefined, { id: 'localhost', origin: 'http://localhost:3000' }],
  ['docs.localhost', undefined, { id: 'docs.localhost', origin: 'http://docs.localhost' }],
  // With BASE_URL, the host of the request doesn't matter.
  ['evil.example', 'https://docs.example', { id: 'docs.example', origin: 'https://docs.example' }],
  ['docs.example', 'https://docs.example:8443', { id: 'docs.example', origin: 'https://docs.example:8443' }],
  ['127.0.0.1:3000', undefined, undefined],
  ['[::1]:3000', undefined, undefined],
  ['docs.example', undefined, undefined],
  ['docs.example', 'http://docs.example', undefined],
  ['localhost', 'https://192.0.2.1', undefined],
])('at %s, with BASE_URL %s, it is %o', (host, baseUrl, party) => {
  expect(resolveRelyingParty(describeRelyingPartyAt(host), baseUrl)).toEqual(party);
});

test('the name in an authenticator app is the host of the site', () => {
  expect(getSiteLabel(describeRelyingPartyAt('localhost:3000'), undefined)).toBe('localhost:3000');
  expect(getSiteLabel(describeRelyingPartyAt('evil.example'), 'https://docs.example')).toBe('docs.example');
});
