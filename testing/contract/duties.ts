import { expect, it } from 'vitest';
import { start } from '../store-fixtures.ts';
import { minute, type Stores } from './stores.ts';

/** What one process does for all of them. */
export function describeDuties(stores: Stores): void {
  it('a duty is one process’s at a time, goes to others when it dies, and says how it went', async () => {
    const claim = (at: number) => stores.other.claimLease('backup', at, at + minute);
    expect(await stores.one.readLease('backup')).toBeUndefined();
    const first = await stores.one.claimLease('backup', start, start + minute);
    expect(first).toBeDefined();
    expect(await claim(start + 1)).toBeUndefined();
    await stores.one.renewLease('backup', first ?? '', start + 2 * minute);
    expect(await claim(start + minute)).toBeUndefined();
    const second = await claim(start + 2 * minute);
    expect(second).toBeDefined();
    // Who lost it has no say in it any more.
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
