import { describe, expect, it } from 'vitest';
import { ada, IdentityFixture, minute, password } from '../../../testing/identity-fixture.ts';
import { ensureAdministrator } from './set-up.ts';

const fixture = IdentityFixture.forEachTest();

describe('the set-up link', () => {
  const completeSetUp = (token: string, changes = {}) =>
    fixture.identity.setUp.complete({
      token,
      email: ada.email,
      name: 'Ada',
      password,
      address: '192.0.2.1',
      ...changes,
    });

  it('creates the first administrator, signed in, and works once', async () => {
    expect(await fixture.identity.setUp.isNeeded()).toBe(true);
    const token = await fixture.identity.setUp.createToken();
    expect(await fixture.identity.setUp.isValid(token)).toBe(true);
    const result = await completeSetUp(token);
    expect(result).toMatchObject({ outcome: 'signed-in', user: { email: ada.email, role: 'administrator' } });
    expect(await fixture.identity.resolveSession('token' in result ? result.token : undefined)).toMatchObject(
      {
        name: 'Ada',
      },
    );
    expect(await fixture.identity.setUp.isNeeded()).toBe(false);
    expect(await fixture.identity.setUp.isValid(token)).toBe(false);
    expect(await completeSetUp(token, { email: 'other@example.com' })).toEqual({ outcome: 'invalid-token' });
  });

  it('works for 15 minutes', async () => {
    const token = await fixture.identity.setUp.createToken();
    fixture.now += 15 * minute - 1;
    expect(await fixture.identity.setUp.isValid(token)).toBe(true);
    fixture.now += 1;
    expect(await fixture.identity.setUp.isValid(token)).toBe(false);
    expect(await completeSetUp(token)).toEqual({ outcome: 'invalid-token' });
    expect(await fixture.identity.setUp.isNeeded()).toBe(true);
  });

  it('reports all invalid fields at once and stays valid', async () => {
    const token = await fixture.identity.setUp.createToken();
    const result = await completeSetUp(token, { email: 'ada', name: 'two\nlines', password: 'short' });
    expect(result).toMatchObject({
      outcome: 'invalid',
      problems: [{ field: 'email' }, { field: 'name' }, { field: 'password' }],
    });
    expect((await completeSetUp(token)).outcome).toBe('signed-in');
  });

  it('works for only one of many parallel uses', async () => {
    const token = await fixture.identity.setUp.createToken();
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, n) => completeSetUp(token, { email: `a${n}@example.com` })),
    );
    expect(results.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
    expect(fixture.hasher.work).toEqual(['hash']);
    expect(await fixture.identity.accounts.count()).toBe(1);
  });

  it('is valid in every process until the first account exists', async () => {
    const other = fixture.open();
    const tokens = [await fixture.identity.setUp.createToken(), await other.setUp.createToken()];
    for (const token of tokens) {
      expect(await fixture.identity.setUp.isValid(token)).toBe(true);
      expect(await other.setUp.isValid(token)).toBe(true);
    }
    expect((await completeSetUp(tokens[1] ?? '')).outcome).toBe('signed-in');
    for (const token of tokens) expect(await other.setUp.isValid(token)).toBe(false);
  });

  it('works in only one of two processes', async () => {
    const other = fixture.open();
    const results = await Promise.all(
      [fixture.identity, other].map(async (one, n) =>
        one.setUp.complete({
          token: await one.setUp.createToken(),
          email: `a${n}@example.com`,
          name: '',
          password,
          address: '192.0.2.1',
        }),
      ),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['invalid-token', 'signed-in']);
  });
});

describe('an unattended start', () => {
  it('creates the administrator only if there is no account', async () => {
    const administrator = { email: 'Root@Example.com', password };
    expect(await ensureAdministrator(fixture.identity.accounts, administrator)).toEqual({
      outcome: 'created',
      email: 'root@example.com',
    });
    expect((await fixture.signIn('root@example.com')).outcome).toBe('signed-in');
    const other = { email: 'other@example.com', password: 'x' };
    expect(await ensureAdministrator(fixture.identity.accounts, other)).toEqual({ outcome: 'present' });
    expect(await fixture.identity.accounts.count()).toBe(1);
  });

  it('reports invalid values', async () => {
    const result = await ensureAdministrator(fixture.identity.accounts, {
      email: 'root@example.com',
      password: 'aaaaaaaaaaaa',
    });
    expect(result).toMatchObject({ outcome: 'invalid', problems: [{ field: 'password' }] });
  });
});
