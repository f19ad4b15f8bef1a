import { beforeEach, expect, test } from 'vitest';
import { computeAppCode } from '../../../testing/authenticator-app.ts';
import { ada, hour, IdentityFixture, minute, password, rosa } from '../../../testing/identity-fixture.ts';
import type { Identity } from '../create-identity.ts';
import { composeMessage, type MessageKind } from '../mail/messages/message.ts';
import { createOutbox } from '../mail/outbox.ts';

const fixture = IdentityFixture.forEachTest();
const home = { address: '192.0.2.1', device: 'Firefox on Linux' };
let identity: Identity;

beforeEach(async () => {
  fixture.now = Date.UTC(2026, 0, 5, 9);
  identity = fixture.open({ mail: createOutbox(fixture.openStore(), () => fixture.now) });
  await fixture.add(ada, rosa);
});

/** Returns the mails that wait to be sent, and removes them. */
async function listNotices(): Promise<string[]> {
  const store = fixture.openStore();
  const kinds: string[] = [];
  for (;;) {
    const mail = await store.claimMail(fixture.now, fixture.now + hour);
    if (mail === undefined) return kinds.toSorted();
    kinds.push(`${mail.kind} ${mail.email}`);
    await store.removeMail(mail.id);
  }
}

async function findToken(email: string, source: typeof home): Promise<string> {
  const result = await identity.signIn({ email, password, ...source });
  if (!('token' in result)) throw new Error(result.outcome);
  return result.token;
}

test('reports a sign-in with a new browser or from a new network, but not the first one', async () => {
  await findToken(rosa.email, home);
  await findToken(rosa.email, home);
  expect(await listNotices()).toEqual([]);
  await findToken(rosa.email, { ...home, device: 'Chrome on Windows' });
  expect(await listNotices()).toEqual(['new-device rosa@example.com']);
  await findToken(rosa.email, { ...home, address: '198.51.100.7' });
  expect(await listNotices()).toEqual(['new-device rosa@example.com']);
  await findToken(rosa.email, { address: '198.51.100.7', device: 'Chrome on Windows' });
  expect(await listNotices()).toEqual([]);
});

test('reports factors that are added, removed or reset, and used recovery codes', async () => {
  const token = await findToken(rosa.email, home);
  const user = (await identity.resolveSession(token)) ?? expect.fail('no session');
  const requester = { user, token, from: home.address };
  const setUp = async () => {
    const { secret = '' } = (await identity.factors.beginCodes(requester, 'docs')) ?? {};
    const added = await identity.factors.confirmCodes(requester, computeAppCode(secret, fixture.now));
    return added.outcome === 'added' ? (added.recoveryCodes ?? []) : [];
  };
  const [recovery = ''] = await setUp();
  expect(await listNotices()).toEqual(['factor-added rosa@example.com']);
  const factor = { code: recovery };
  const pendingToken = await findToken(rosa.email, home);
  const done = await identity.secondFactor.complete({ token: pendingToken, factor, source: home, name: '' });
  expect(done.outcome).toBe('signed-in');
  expect(await listNotices()).toEqual(['recovery-code-used rosa@example.com']);
  expect(await identity.factors.removeCodes(requester)).toBe('removed');
  expect(await listNotices()).toEqual(['factor-removed rosa@example.com']);
  fixture.now += minute;
  await setUp();
  await listNotices();
  await identity.accounts.resetFactors({ id: user.accountId, email: rosa.email });
  expect(await listNotices()).toEqual(['factors-reset rosa@example.com']);
});

test('reports guesses at the second factor, because the guesser knows the password', async () => {
  const token = await findToken(rosa.email, home);
  const user = (await identity.resolveSession(token)) ?? expect.fail('no session');
  const requester = { user, token, from: home.address };
  const { secret = '' } = (await identity.factors.beginCodes(requester, 'docs')) ?? {};
  await identity.factors.confirmCodes(requester, computeAppCode(secret, fixture.now));
  await listNotices();
  const factor = { code: '000000' };
  const guess = async () => {
    const pendingToken = await findToken(rosa.email, home);
    return identity.secondFactor.complete({ token: pendingToken, factor, source: home, name: '' });
  };
  for (let count = 0; count < 5; count++) expect((await guess()).outcome).toBe('invalid');
  expect(await listNotices()).toEqual([]);
  for (let count = 0; count < 2; count++) expect((await guess()).outcome).toBe('throttled');
  expect(await listNotices()).toEqual(['factor-guessed rosa@example.com']);
});

test('tells a user who becomes an administrator', async () => {
  const id = await fixture.findId(rosa.email);
  await identity.accounts.setRole(id, 'administrator');
  expect(await listNotices()).toEqual(['now-administrator rosa@example.com']);
  await identity.accounts.setRole(id, 'reader');
  expect(await listNotices()).toEqual([]);
});

test.each<MessageKind>([
  'new-device',
  'password-changed',
  'factor-added',
  'factor-removed',
  'factors-reset',
  'recovery-code-used',
  'factor-guessed',
  'now-administrator',
])('the mail %s says when, where and what to do, in both languages', (kind) => {
  const values = {
    site: 'docs.example',
    name: 'Rosa',
    link: 'https://docs.example/account',
    time: '2026-01-05 09:00',
    address: '192.0.2.1',
    device: 'Firefox on Linux',
    text: '',
  };
  for (const language of ['en', 'es']) {
    const { subject, text } = composeMessage(kind, language, values, false);
    expect(subject).toContain('docs.example');
    expect(text).toContain('2026-01-05 09:00');
    expect(text + subject).not.toMatch(/[{}]/);
  }
});
