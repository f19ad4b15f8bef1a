import { expect, it } from 'vitest';
import { start } from '../store-fixtures.ts';
import { minute, type Stores } from './stores.ts';

/** Describes tasks that one process does for all. */
export function describeDuties(stores: Stores): void {
  it('one process at a time holds a duty, others take it over when that process dies, and the result is recorded', async () => {
    const claim = (at: number) => stores.other.claimLease('backup', at, at + minute);
    expect(await stores.one.readLease('backup')).toBeUndefined();
    const first = await stores.one.claimLease('backup', start, start + minute);
    expect(first).toBeDefined();
    expect(await claim(start + 1)).toBeUndefined();
    await stores.one.renewLease('backup', first ?? '', start + 2 * minute);
    expect(await claim(start + minute)).toBeUndefined();
    const second = await claim(start + 2 * minute);
    expect(second).toBeDefined();
    // A process that lost the lease can no longer release it.
    await stores.one.releaseLease('backup', first ?? '', 'too late');
    expect(await stores.one.readLease('backup')).toEqual({
      heldUntil: start + 3 * minute,
      triedAt: start + 2 * minute,
      failure: null,
    });
    await stores.other.releaseLease('backup', second ?? '', 'The disk is full.');
    expect(await stores.one.readLease('backup')).toMatchObject({
      heldUntil: 0,
      failure: 'The disk is full.',
    });
    expect(await claim(start + 2 * minute + 1)).toBeDefined();
  });
}
