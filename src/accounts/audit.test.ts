import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ada, day, IdentityFixture, minute, password, rosa } from '../../testing/identity-fixture.ts';
import { ensureAdministrator } from './sign-in/set-up.ts';

const fixture = IdentityFixture.forEachTest();

/** The audit log without times: event, account, actor, network address, detail. */
async function log(): Promise<(string | null)[][]> {
  const entries = await fixture.openStore().listAuditSince(0);
  return entries.map(({ event, email, by, from, detail }) => [event, email, by, from, detail]);
}

it('records who changed which account', async () => {
  await ensureAdministrator(fixture.identity.accounts, ada);
  const book = fixture.identity.accounts.actingAs(ada.email);
  await book.add(rosa);
  const account = await book.findByEmail(rosa.email);
  if (!account) throw new Error('no account');
  await book.setPassword(account, 'another long secret');
  await book.setRole(account.id, 'administrator');
  await book.setDisabled(account.id, true);
  await book.setDisabled(account.id, false);
  await book.remove(account.id);
  expect(await log()).toEqual([
    ['account-added', ada.email, 'environment', null, 'administrator'],
    ['account-added', rosa.email, ada.email, null, 'reader'],
    ['password-changed', rosa.email, ada.email, null, null],
    ['role-changed', rosa.email, ada.email, null, 'administrator'],
    ['account-disabled', rosa.email, ada.email, null, null],
    ['account-enabled', rosa.email, ada.email, null, null],
    ['account-removed', rosa.email, ada.email, null, null],
  ]);
});

it('records who signed in from where, and why sign-ins were refused', async () => {
  await fixture.add(ada, rosa);
  await fixture.identity.accounts.setDisabled(await fixture.findId(rosa.email), true);
  const before = (await log()).length;
  await fixture.signIn(ada.email, password, '192.0.2.7');
  await fixture.signIn(ada.email, 'guessed');
  await fixture.signIn(rosa.email);
  await fixture.signIn('nobody@example.com');
  expect((await log()).slice(before)).toEqual([
    ['signed-in', ada.email, null, '192.0.2.7', null],
    ['sign-in-refused', ada.email, null, '192.0.2.1', 'wrong password'],
    ['sign-in-refused', rosa.email, null, '192.0.2.1', 'disabled account'],
    ['sign-in-refused', null, null, '192.0.2.1', 'unknown account'],
  ]);
});

it('records a sign-out once, with its address', async () => {
  await fixture.add(ada);
  const token = await fixture.signInToken(ada.email);
  const before = (await log()).length;
  for (const value of [token, token, 'nonsense', undefined])
    await fixture.identity.signOut(value, '192.0.2.7');
  await fixture.identity.signOut(await fixture.signInToken(ada.email), '192.0.2.8', 'by another sign-in');
  expect((await log()).slice(before)).toEqual([
    ['signed-out', ada.email, null, '192.0.2.7', null],
    ['signed-in', ada.email, null, '192.0.2.1', null],
    ['signed-out', ada.email, null, '192.0.2.8', 'by another sign-in'],
  ]);
});

it('records the use of the set-up link', async () => {
  const token = await fixture.identity.setUp.createToken();
  await fixture.identity.setUp.complete({ token, ...ada, address: '192.0.2.1' });
  expect(await log()).toEqual([
    ['account-added', ada.email, 'set-up link', null, 'administrator'],
    ['signed-in', ada.email, null, '192.0.2.1', null],
  ]);
});

it("contains no typed text that isn't the email of an account, since it may be a password", async () => {
  await fixture.add(ada);
  await fixture.signIn('correct@horse-battery', 'staple-staple');
  await fixture.signIn(password, ada.email);
  const token = await fixture.signInToken(ada.email);
  const bytes = [fixture.file, `${fixture.file}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
  for (const secret of ['horse-battery', 'staple-staple', password, token]) {
    expect(bytes).not.toContain(secret);
  }
  expect(JSON.stringify(await fixture.openStore().listAuditSince(0))).not.toContain('argon2');
});

it('records no throttled attempts', async () => {
  await fixture.add(ada);
  for (let n = 0; n < 20; n++) await fixture.signIn(ada.email, 'guessed');
  expect((await log()).filter(([event]) => event === 'sign-in-refused')).toHaveLength(5);
});

it('is kept for the configured time', async () => {
  const limits = { auditMs: 180 * day, cleanUpEveryMs: 5 };
  const identity = fixture.open({ limits });
  await identity.accounts.add(ada);
  fixture.now += 180 * day - minute;
  await identity.accounts.add(rosa);
  expect(await log()).toHaveLength(2);
  fixture.now += 2 * minute;
  await expect.poll(log).toEqual([['account-added', rosa.email, 'server', null, 'reader']]);
});
