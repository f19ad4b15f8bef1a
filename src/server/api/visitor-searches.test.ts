import { describe, expect, test } from 'vitest';
import { createVisitorRateLimiter } from './visitor-searches.ts';

const LIMIT = 600;

/** Searches this often from addresses that `address` returns, and returns how many searches are allowed. */
function countAllowed(searches: number, address: (at: number) => string): number {
  const isAllowed = createVisitorRateLimiter();
  return Array.from({ length: searches }, (_, index) => isAllowed({ ip: address(index) })).filter(Boolean)
    .length;
}

describe('searches of visitors are limited', () => {
  test.each([
    ['one IPv4 address', () => '192.0.2.1'],
    ['one IPv6 address', () => '2001:db8::1'],
    ['many addresses of one IPv6 network', (at: number) => `2001:db8:0:1::${at.toString(16)}`],
    ['the networks of one provider’s customer', (at: number) => `2001:db8:0:${(at % 256).toString(16)}::1`],
  ])('limits searches from %s', (_, address) => {
    expect(countAllowed(LIMIT + 50, address)).toBe(LIMIT);
  });

  test('a neighbour with another IPv4 address can still search', () => {
    const isAllowed = createVisitorRateLimiter();
    for (let at = 0; at < LIMIT; at += 1) isAllowed({ ip: '192.0.2.1' });
    expect([isAllowed({ ip: '192.0.2.1' }), isAllowed({ ip: '192.0.2.2' })]).toEqual([false, true]);
  });
});
