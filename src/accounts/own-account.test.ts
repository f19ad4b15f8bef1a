import { describe, expect, it } from 'vitest';
import { ada, Bench, minute, password, rosa } from '../../bench/support/identity-bench.ts';

const bench = Bench.forEachTest();
const another = 'another long secret';

async function signedIn(email: string) {
  const token = await bench.tokenOf(email);
  const user = await bench.identity.session(token);
  if (user === undefined) throw new Error('the session is gone');
  return { token, user };
}

const change = async (current: string, next: string, given?: Awaited<ReturnType<typeof signedIn>>) => {
  const { user } = given ?? (await signedIn(rosa.email));
  return bench.identity.own.changePassword({ user, current, password: next, address: '192.0.2.1' });
};

async function events(): Promise<string[]> {
  return (await bench.openStore().auditSince(0)).map(({ event, by }) => `${event} ${by ?? ''}`.trim());
}

describe('a changed password', () => {
  it('ends every session and begins one under a new token', async () => {
    await bench.add(rosa);
    const other = await bench.tokenOf(rosa.email);
    const mine = await signedIn(rosa.email);
    const result = await change(password, another, mine);
    if (result.outcome !== 'changed') throw new Error(result.outcome);
    expect(await bench.identity.session(other)).toBeUndefined();
    expect(await bench.identity.session(mine.token)).toBeUndefined();
    expect((await bench.identity.session(result.token))?.email).toBe(rosa.email);
    expect((await bench.signIn(rosa.email)).outcome).toBe('refused');
    expect((await bench.signIn(rosa.email, another)).outcome).toBe('signed-in');
    expect(await events()).toContain(`password-changed ${rosa.email}`);
  });

  it('needs the current one, and keeps the rules', async () => {
    await bench.add(rosa);
    const mine = await signedIn(rosa.email);
    expect((await change('a wrong long secret', another, mine)).outcome).toBe('refused');
    expect((await change(password, 'short', mine)).outcome).toBe('invalid');
    expect((await change(password, rosa.email, mine)).outcome).toBe('invalid');
    expect(await bench.identity.session(mine.token)).toBeDefined();
    expect((await bench.signIn(rosa.email)).outcome).toBe('signed-in');
    expect(await events()).toContain('password-change-refused');
  });

  it('cannot be had by guessing: the guesses count as those of a sign-in do', async () => {
    await bench.add(rosa);
    const mine = await signedIn(rosa.email);
    for (let n = 0; n < 5; n++)
      expect((await change(`wrong secret ${n}`, another, mine)).outcome).toBe('refused');
    expect((await change(password, another, mine)).outcome).toBe('throttled');
    bench.now += 15 * minute;
    expect((await change(password, another, mine)).outcome).toBe('changed');
  });

  it('is no guess when only the new one breaks a rule', async () => {
    await bench.add(rosa);
    const mine = await signedIn(rosa.email);
    for (let n = 0; n < 9; n++) expect((await change(password, 'short', mine)).outcome).toBe('invalid');
    expect((await change(password, another, mine)).outcome).toBe('changed');
  });
});

describe('sessions of one’s own', () => {
  it('are listed without anything that opens them', async () => {
    await bench.add(rosa, ada);
    await bench.tokenOf(ada.email);
    const first = await bench.tokenOf(rosa.email);
    bench.now += minute;
    const mine = await signedIn(rosa.email);
    const listed = await bench.identity.own.sessions(mine.user, mine.token);
    expect(listed.map(({ current, createdAt }) => [current, createdAt])).toEqual([
      [true, bench.now],
      [false, bench.now - minute],
    ]);
    for (const { id } of listed) expect([first, mine.token]).not.toContain(id);
  });

  it('end one by one, but for the one that asks', async () => {
    await bench.add(rosa, ada);
    const first = await bench.tokenOf(rosa.email);
    bench.now += minute;
    const mine = await signedIn(rosa.email);
    const { own } = bench.identity;
    expect(await bench.identity.session(first)).toBeDefined();
    // Both were used at this very moment: their order says nothing.
    const listed = await own.sessions(mine.user, mine.token);
    const current = listed.find((session) => session.current);
    const other = listed.find((session) => !session.current);
    expect(await own.endSession(mine.user, mine.token, current?.id ?? '')).toBe(false);
    const adas = await signedIn(ada.email);
    expect(await own.endSession(adas.user, adas.token, other?.id ?? '')).toBe(false);
    expect(await bench.identity.session(first)).toBeDefined();
    expect(await own.endSession(mine.user, mine.token, other?.id ?? '')).toBe(true);
    expect(await bench.identity.session(first)).toBeUndefined();
    expect(await bench.identity.session(mine.token)).toBeDefined();
  });

  it('end together, but for the one that asks', async () => {
    await bench.add(rosa);
    const others = [await bench.tokenOf(rosa.email), await bench.tokenOf(rosa.email)];
    const mine = await signedIn(rosa.email);
    expect(await bench.identity.own.endOtherSessions(mine.user, mine.token)).toBe(2);
    for (const token of others) expect(await bench.identity.session(token)).toBeUndefined();
    expect(await bench.identity.session(mine.token)).toBeDefined();
    expect(await events()).toContain('sessions-ended');
  });
});
