import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createAccountNamed, createSession } from '../../../testing/store-fixtures.ts';
import { defaultLimits } from '../limits.ts';
import type { SignedIn } from '../store/session-store.ts';
import { createSessionCache } from './session-cache.ts';
import { createToken, hashToken } from './tokens.ts';

const rosa = createAccountNamed('rosa', { createdAt: 0 });
const createSignedIn = (tokenHash: string): SignedIn => ({
  account: rosa,
  session: createSession(rosa, tokenHash, 0),
});

/** Size of the heap after garbage collection, in bytes. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

it('frees the memory of ended sessions', async () => {
  const cache = createSessionCache(defaultLimits);
  const before = measureHeap();
  for (let n = 0; n < 100_000; n++) {
    const tokenHash = hashToken(createToken());
    await cache.load(tokenHash, 0, async () => createSignedIn(tokenHash));
    cache.forget(tokenHash);
  }
  expect(measureHeap() - before).toBeLessThan(2 * 1_024 * 1_024);
  // Uses the cache here, so that it isn't garbage-collected before the measurement.
  expect(cache.get('t', 0)).toBeUndefined();
});

it("doesn't cache sessions that ended while all sessions were being read", async () => {
  const cache = createSessionCache(defaultLimits);
  const other = createAccountNamed('ben');
  await cache.refill(0, async () => {
    cache.forget('ended');
    cache.forgetAccount(other.id);
    return [
      createSignedIn('ended'),
      createSignedIn('live'),
      { account: other, session: createSession(other, 'his', 0) },
    ];
  });
  const cachedCount = ['ended', 'live', 'his'].filter((tokenHash) => cache.get(tokenHash, 1) !== undefined);
  expect(cachedCount).toEqual(['live']);
  // Two concurrent refills: neither caches a session that ends during one of them.
  const heldRead = Promise.withResolvers<SignedIn[]>();
  const first = cache.refill(2, () => heldRead.promise);
  const second = cache.refill(2, async () => {
    cache.forget('live');
    return [createSignedIn('live')];
  });
  heldRead.resolve([createSignedIn('live')]);
  await Promise.all([first, second]);
  expect(cache.get('live', 3)).toBeUndefined();
});
