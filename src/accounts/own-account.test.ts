import { describe, expect, it } from 'vitest';
import { ada, IdentityFixture, minute, password, rosa } from '../../testing/identity-fixture.ts';

const fixture = IdentityFixture.forEachTest();
const another = 'another long secret';

async function signInUser(email: string) {
  const token = await fixture.signInToken(email);
  const user = await fixture.identity.resolveSession(token);
  if (user === undefined) throw new Error('the session is gone');
  return { token, user };
}

const change = async (current: string, next: string, request?: Awaited<ReturnType<typeof signInUser>>) => {
  const { user } = request ?? (await signInUser(rosa.email));
  return fixture.identity.own.changePassword({ user, current, password: next, address: '192.0.2.1' });
};

async function listEvents(): Promise<string[]> {
  return (await fixture.openStore().listAuditSince(0)).map(({ event, by }) => `${event} ${by ?? ''}`.trim());
}

describe('a changed password', () => {
  it('ends every session and starts one with a new token', async () => {
    await fixture.add(rosa);
    const other = await fixture.signInToken(rosa.email);
    const mine = await signInUser(rosa.email);
    const result = await change(password, another, mine);
    if (result.outcome !== 'changed') throw new Error(result.outcome);
    expect(await fixture.identity.resolveSession(other)).toBeUndefined();
    expect(await fixture.identity.resolveSession(mine.token)).toBeUndefined();
    expect((await fixture.identity.resolveSession(result.token))?.email).toBe(rosa.email);
    expect((await fixture.signIn(rosa.email)).outcome).toBe('refused');
    expect((await fixture.signIn(rosa.email, another)).outcome).toBe('signed-in');
    expect(await listEvents()).toContain(`password-changed ${rosa.email}`);
  });

  it('requires the current one, and follows the rules', async () => {
    await fixture.add(rosa);
    const mine = await signInUser(rosa.email);
    expect((await change('a wrong long secret', another, mine)).outcome).toBe('refused');
    expect((await change(password, 'short', mine)).outcome).toBe('invalid');
    expect((await change(password, rosa.email, mine)).outcome).toBe('invalid');
    expect(await fixture.identity.resolveSession(mine.token)).toBeDefined();
    expect((await fixture.signIn(rosa.email)).outcome).toBe('signed-in');
    expect(await listEvents()).toContain('password-change-refused');
  });

  it('counts wrong current passwords like failed sign-ins', async () => {
    await fixture.add(rosa);
    const mine = await signInUser(rosa.email);
    for (let n = 0; n < 5; n++)
      expect((await change(`wrong secret ${n}`, another, mine)).outcome).toBe('refused');
    expect((await change(password, another, mine)).outcome).toBe('throttled');
    fixture.now += 15 * minute;
    expect((await change(password, another, mine)).outcome).toBe('changed');
  });

  it('counts no attempt if only the new password breaks a rule', async () => {
    await fixture.add(rosa);
    const mine = await signInUser(rosa.email);
    for (let n = 0; n < 9; n++) expect((await change(password, 'short', mine)).outcome).toBe('invalid');
    expect((await change(password, another, mine)).outcome).toBe('changed');
  });
});

describe('own sessions', () => {
  it('are sessions without their tokens', async () => {
    await fixture.add(rosa, ada);
    await fixture.signInToken(ada.email);
    const first = await fixture.signInToken(rosa.email);
    fixture.now += minute;
    const mine = await signInUser(rosa.email);
    const sessions = await fixture.identity.own.listSessions(mine.user, mine.token);
    expect(sessions.map(({ current, createdAt }) => [current, createdAt])).toEqual([
      [true, fixture.now],
      [false, fixture.now - minute],
    ]);
    for (const { id } of sessions) expect([first, mine.token]).not.toContain(id);
  });

  it('can be ended one by one, except the current one', async () => {
    await fixture.add(rosa, ada);
    const first = await fixture.signInToken(rosa.email);
    fixture.now += minute;
    const mine = await signInUser(rosa.email);
    const { own: ownSessions } = fixture.identity;
    expect(await fixture.identity.resolveSession(first)).toBeDefined();
    // Both were used at the same time, so their order is undefined.
    const sessions = await ownSessions.listSessions(mine.user, mine.token);
    const current = sessions.find((session) => session.current);
    const other = sessions.find((session) => !session.current);
    expect(await ownSessions.endSession(mine.user, mine.token, current?.id ?? '')).toBe(false);
    const adas = await signInUser(ada.email);
    expect(await ownSessions.endSession(adas.user, adas.token, other?.id ?? '')).toBe(false);
    expect(await fixture.identity.resolveSession(first)).toBeDefined();
    expect(await ownSessions.endSession(mine.user, mine.token, other?.id ?? '')).toBe(true);
    expect(await fixture.identity.resolveSession(first)).toBeUndefined();
    expect(await fixture.identity.resolveSession(mine.token)).toBeDefined();
  });

  it('can be ended together, except the current one', async () => {
    await fixture.add(rosa);
    const otherSessions = [await fixture.signInToken(rosa.email), await fixture.signInToken(rosa.email)];
    const mine = await signInUser(rosa.email);
    expect(await fixture.identity.own.endOtherSessions(mine.user, mine.token)).toBe(2);
    for (const token of otherSessions) expect(await fixture.identity.resolveSession(token)).toBeUndefined();
    expect(await fixture.identity.resolveSession(mine.token)).toBeDefined();
    expect(await listEvents()).toContain('sessions-ended');
  });
});
