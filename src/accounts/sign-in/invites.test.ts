import { describe, expect, it } from 'vitest';
import { ada, hour, IdentityFixture, password, rosa } from '../../../testing/identity-fixture.ts';

const fixture = IdentityFixture.forEachTest();
const nora = { email: 'nora@example.com', name: 'Nora', role: 'reader' } as const;

async function invite(): Promise<string> {
  const result = await fixture.identity.accounts.actingAs(ada.email).invite(nora);
  if (result.outcome !== 'invited') throw new Error(result.outcome);
  return result.token;
}

const accept = (token: string, text = password) =>
  fixture.identity.invites.accept({ token, password: text, address: '192.0.2.1' });

describe('the one-time link of a new account', () => {
  it('sets the password and signs in', async () => {
    const token = await invite();
    expect((await fixture.signIn(nora.email, '')).outcome).toBe('refused');
    expect((await fixture.identity.invites.find(token))?.email).toBe(nora.email);
    const result = await accept(token);
    if (result.outcome !== 'signed-in') throw new Error(result.outcome);
    expect((await fixture.identity.resolveSession(result.token))?.email).toBe(nora.email);
    expect((await fixture.signIn(nora.email)).outcome).toBe('signed-in');
    const log = (await fixture.openStore().listAuditSince(0)).map(({ event, by, email }) => [
      event,
      by,
      email,
    ]);
    expect(log.slice(0, 2)).toEqual([
      ['account-added', ada.email, nora.email],
      ['invited', ada.email, nora.email],
    ]);
    expect(log.map(([event]) => event)).toContain('invite-accepted');
  });

  it('remembers the network where it was used', async () => {
    const token = await invite();
    await accept(token);
    const createAddress = (n: number) => `198.51.${n >> 8}.${n & 255}`;
    for (let n = 0; n < 100; n++) await fixture.signIn(nora.email, 'wrong', createAddress(n));
    expect((await fixture.signIn(nora.email, password, '203.0.113.9')).outcome).toBe('throttled');
    expect((await fixture.signIn(nora.email, password, '192.0.2.1')).outcome).toBe('signed-in');
  });

  it('works once, even for two concurrent uses', async () => {
    const token = await invite();
    const results = await Promise.all([accept(token), accept(token, 'another long secret')]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['invalid-token', 'signed-in']);
    expect((await accept(token)).outcome).toBe('invalid-token');
    expect(await fixture.identity.invites.find(token)).toBeUndefined();
  });

  it('is valid for 72 hours', async () => {
    const token = await invite();
    fixture.now += 72 * hour - 1;
    expect(await fixture.identity.invites.find(token)).toBeDefined();
    fixture.now += 1;
    expect((await accept(token)).outcome).toBe('invalid-token');
  });

  it('is replaced by a new one, but not for accounts with a password', async () => {
    const first = await invite();
    const id = await fixture.findId(nora.email);
    const second = await fixture.identity.accounts.inviteAgain(id);
    expect((await accept(first)).outcome).toBe('invalid-token');
    expect((await accept(second ?? '')).outcome).toBe('signed-in');
    expect(await fixture.identity.accounts.inviteAgain(id)).toBeUndefined();
  });

  it('enforces the password rules, and stays valid after an invalid password', async () => {
    const token = await invite();
    expect((await accept(token, 'short')).outcome).toBe('invalid');
    expect((await accept(token)).outcome).toBe('signed-in');
  });

  it("isn't created for an email that is taken or invalid", async () => {
    await fixture.add(rosa);
    const { accounts } = fixture.identity;
    expect((await accounts.invite({ ...nora, email: rosa.email })).outcome).toBe('taken');
    expect((await accounts.invite({ ...nora, email: 'nobody' })).outcome).toBe('invalid');
  });

  it.each(['', 'x', 'x'.repeat(43)])("can't be %j", async (token) => {
    await invite();
    expect((await accept(token)).outcome).toBe('invalid-token');
  });
});
