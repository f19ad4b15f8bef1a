import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { accountNamed, sessionOf } from '../../../testing/store-fixtures.ts';
import { defaultLimits } from '../limits.ts';
import type { SignedIn } from '../store/session-store.ts';
import { createSessionCache } from './session-cache.ts';
import { hashToken, newToken } from './tokens.ts';

const rosa = accountNamed('rosa', { createdAt: 0 });
const signedIn = (tokenHash: string): SignedIn => ({ account: rosa, session: sessionOf(rosa, tokenHash, 0) });

/** Bytes on the heap that are still of use. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

it('keeps nothing of sessions that have ended, however many they are', async () => {
  const cache = createSessionCache(defaultLimits);
  const before = heapUsed();
  for (let n = 0; n < 100_000; n++) {
    const tokenHash = hashToken(newToken());
    await cache.load(tokenHash, 0, async () => signedIn(tokenHash));
    cache.forget(tokenHash);
  }
  expect(heapUsed() - before).toBeLessThan(2 * 1_024 * 1_024);
  // Until here the cache is needed: one that was collected keeps nothing in any case.
  expect(cache.get('t', 0)).toBeUndefined();
});

it('takes nothing back in that ended while all sessions were being read', async () => {
  const cache = createSessionCache(defaultLimits);
  const other = accountNamed('ben');
  await cache.refill(0, async () => {
    cache.forget('ended');
    cache.forgetAccount(other.id);
    return [signedIn('ended'), signedIn('live'), { account: other, session: sessionOf(other, 'his', 0) }];
  });
  const known = ['ended', 'live', 'his'].filter((tokenHash) => cache.get(tokenHash, 1) !== undefined);
  expect(known).toEqual(['live']);
  // Two at once: what ends during either is in neither.
  const held = Promise.withResolvers<SignedIn[]>();
  const first = cache.refill(2, () => held.promise);
  const second = cache.refill(2, async () => {
    cache.forget('live');
    return [signedIn('live')];
  });
  held.resolve([signedIn('live')]);
  await Promise.all([first, second]);
  expect(cache.get('live', 3)).toBeUndefined();
});
