import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEncodingNegotiator, parseAcceptEncoding } from './accept-encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['BR', ['br', 'identity']],
  ['br;q=0.5, gzip', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['br ; q=0.001', ['br', 'identity']],
  ['identity', ['identity']],
  ['gzip;q=0.5, identity', ['identity', 'gzip']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0.1, gzip', ['gzip', 'br', 'identity']],
  ['identity;q=0', ['identity']],
  ['identity;q=0, br', ['br', 'identity']],
  ['br;q=2', ['identity']],
  ['br;q=junk', ['identity']],
  ['', ['identity']],
  [';;,,;q=1', ['identity']],
])('Accept-Encoding %j accepts %j', (header, encodings) => {
  expect(parseAcceptEncoding(header)).toEqual(encodings);
});

test('without the header the bytes are sent uncompressed', () => {
  expect(createEncodingNegotiator()(undefined)).toEqual(['identity']);
});

test('any header has a result, which includes uncompressed bytes and is always the same', () => {
  const negotiate = createEncodingNegotiator();
  fc.assert(
    fc.property(fc.string(), (header) => {
      const acceptedEncodings = negotiate(header);
      expect(acceptedEncodings).toContain('identity');
      expect(negotiate(header)).toEqual(acceptedEncodings);
    }),
    { numRuns: 500 },
  );
});
