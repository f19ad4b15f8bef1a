import { describe, expect, it } from 'vitest';
import {
  ada,
  count,
  IdentityFixture,
  password,
  quickArgon2,
  rosa,
  watchHasher,
} from '../../../testing/identity-fixture.ts';
import { createArgon2Hasher, type Hasher } from '../passwords/hashing-queue.ts';

const fixture = IdentityFixture.forEachTest();

describe('signing in', () => {
  it('accepts the correct password, however the email is written', async () => {
    await fixture.add(rosa);
    const result = await fixture.signIn('  Rosa@Example.COM ');
    expect(result).toMatchObject({
      outcome: 'signed-in',
      user: { email: rosa.email, name: 'Rosa', role: 'reader', accountId: await fixture.findId(rosa.email) },
    });
    expect(await fixture.identity.resolveSession(await fixture.signInToken(rosa.email))).toMatchObject({
      email: rosa.email,
    });
  });

  it('accepts a password however its accents are composed', async () => {
    await fixture.identity.accounts.add({ ...rosa, password: 'contrase\u00f1a de Rosa' });
    expect((await fixture.signIn(rosa.email, 'contrasen\u0303a de Rosa')).outcome).toBe('signed-in');
  });

  it('answers the same for an unknown account, a wrong password, a disabled account and an invalid email', async () => {
    await fixture.add(rosa, ada);
    await fixture.identity.accounts.setDisabled(await fixture.findId(rosa.email), true);
    for (const [email, text] of [
      ['nobody@example.com', password],
      [ada.email, 'not the password'],
      [rosa.email, password],
      ['no email', password],
      [ada.email, 'x'.repeat(100_000)],
      [ada.email, ''],
    ] as const) {
      expect(await fixture.signIn(email, text)).toEqual({ outcome: 'refused' });
    }
  });

  it('does the same work for all of these', async () => {
    await fixture.add(rosa, ada);
    await fixture.identity.accounts.setDisabled(await fixture.findId(rosa.email), true);
    for (const [email, text] of [
      [ada.email, 'not the password'],
      ['nobody@example.com', password],
      [rosa.email, password],
      ['no email', password],
      [ada.email, 'x'.repeat(100_000)],
    ] as const) {
      fixture.hasher.work.length = 0;
      await fixture.signIn(email, text);
      expect(fixture.hasher.work).toEqual(['verify argon2id v=19 m=256,t=1,p=1']);
    }
  });

  it('rehashes the password once after the parameters have changed, and keeps other sessions', async () => {
    await fixture.add(rosa);
    const earlierToken = await fixture.signInToken(rosa.email);
    const stronger = watchHasher(createArgon2Hasher({ memoryCost: 512, timeCost: 2, parallelism: 1 }));
    const updatedIdentity = fixture.open({ hasher: stronger });
    await fixture.signInToken(rosa.email, updatedIdentity);
    await fixture.signInToken(rosa.email, updatedIdentity);
    expect(stronger.work).toEqual([
      'verify argon2id v=19 m=256,t=1,p=1',
      'hash',
      'verify argon2id v=19 m=512,t=2,p=1',
    ]);
    expect(await updatedIdentity.resolveSession(earlierToken)).toBeDefined();
  });

  it('waits for a second factor even if the password was rehashed', async () => {
    await fixture.add(rosa);
    const user = await fixture.identity.resolveSession(await fixture.signInToken(rosa.email));
    const store = fixture.openStore();
    const codes = { secret: 'sealed', lastStep: 0, createdAt: 0 };
    await store.setCodes(user?.accountId ?? '', codes, [], 'nobody');
    const updatedIdentity = fixture.open({
      hasher: createArgon2Hasher({ memoryCost: 512, timeCost: 2, parallelism: 1 }),
    });
    const result = await fixture.signIn(rosa.email, undefined, undefined, updatedIdentity);
    const token = result.outcome === 'second-factor' ? result.token : result.outcome;
    expect(await updatedIdentity.secondFactor.find(token)).toMatchObject({ needs: 'proof', codes: true });
  });

  it('is unavailable without counting an attempt when the hashing queue is full', async () => {
    await fixture.add(rosa);
    const narrow = fixture.open({ limits: { hashing: { concurrency: 1, waiting: 2 } } });
    const crowd = Array.from({ length: 8 }, (_, n) =>
      fixture.signIn(rosa.email, 'wrong', `192.0.2.${n + 1}`, narrow),
    );
    const results = await Promise.all(crowd);
    expect(count(results, 'refused')).toBe(3);
    expect(count(results, 'unavailable')).toBe(5);
    for (let n = 0; n < 4; n++) {
      expect((await fixture.signIn(rosa.email, 'wrong', '192.0.2.8', narrow)).outcome).toBe('refused');
    }
    expect((await fixture.signIn(rosa.email, password, '192.0.2.8', narrow)).outcome).toBe('signed-in');
  });

  it('fails if the password is changed while it is being verified', async () => {
    await fixture.add(rosa);
    const id = await fixture.findId(rosa.email);
    const slow: Hasher = {
      ...quickArgon2,
      verify: async (hash, text) => {
        const matches = await quickArgon2.verify(hash, text);
        await fixture.openStore().setPasswordHash(id, await quickArgon2.hash('another long secret'));
        return matches;
      },
    };
    expect(await fixture.signIn(rosa.email, password, '192.0.2.1', fixture.open({ hasher: slow }))).toEqual({
      outcome: 'refused',
    });
  });
});
