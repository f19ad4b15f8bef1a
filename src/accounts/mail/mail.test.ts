import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ada, Bench, hour, minute, password, rosa } from '../../../bench/support/identity-bench.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { projectDir } from '../../../testing/running-site.ts';
import { defaultLimits } from '../limits.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';
import { startMail } from './start-mail.ts';

const bench = Bench.forEachTest();
const fresh = 'a quite different secret';

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

interface Sending {
  language?: string;
  url?: string;
  /** Trusts the server unless it is not to. */
  trust?: boolean;
}

/** What sends the mail of a process, and the lines of its log. */
function sending(server: Pick<MailServer, 'port' | 'certificate'>, options: Sending = {}) {
  const { language = 'en', url = `smtp://127.0.0.1:${server.port}`, trust = true } = options;
  const log: { message: string; reason?: unknown }[] = [];
  const write = (details: object, message: string) => void log.push({ message, ...details });
  const { outbox, queue } = startMail({
    store: bench.openStore(),
    clock: () => bench.now,
    limits: defaultLimits,
    logger: { warn: write, error: write },
    transport: createSmtp({
      url,
      from: 'Docs <docs@example.com>',
      tls: trust ? { ca: server.certificate } : {},
      timeoutMs: 500,
    }),
    baseUrl: 'https://docs.example.com',
    language: () => language,
  });
  onTestFinished(() => queue.close());
  return { outbox, queue, log, identity: bench.open({ mail: outbox }) };
}

const linkIn = (text = '') => /https:\/\/docs\.example\.com\/[\w-]+\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
const count = (server: MailServer, wanted: number) => expect.poll(() => server.received.length).toBe(wanted);
const said = (log: readonly { message: string }[], message: RegExp) =>
  expect.poll(() => log.filter((line) => message.test(line.message)).length);
/** Nothing waits any more. */
const nothingWaits = () =>
  expect.poll(() => bench.openStore().claimMail(bench.now + 1_000 * hour, 0)).toBeUndefined();

describe('an invitation', () => {
  test('brings a link, in plain text and HTML, that is nowhere in the store', async () => {
    const server = await mailServer();
    const { identity } = sending(server);
    const invited = await identity.accounts.invite({
      email: 'nora@example.com',
      name: 'Nora <b>',
      role: 'reader',
    });
    if (invited.outcome !== 'invited') throw new Error(invited.outcome);
    expect(await identity.accounts.mailInvitation(invited.account)).toBe(true);
    await count(server, 1);
    const [mail] = server.received;
    expect(mail?.to).toEqual(['nora@example.com']);
    expect(mail?.text).toMatch(/^Subject: Your account for docs\.example\.com\r$/m);
    expect(mail?.text).toMatch(/^From: Docs <docs@example\.com>\r$/m);
    expect(mail?.text).toContain('Hello Nora <b>,');
    expect(mail?.text).toContain('<p>Hello Nora &lt;b&gt;,</p>');
    const token = linkIn(mail?.text);
    expect(mail?.text.split(token)).toHaveLength(4);
    await nothingWaits();
    const kept = Buffer.concat([readFileSync(bench.file), readFileSync(`${bench.file}-wal`)]);
    expect(kept.includes(token)).toBe(false);
    const accepted = await identity.invites.accept({ token, password, address: '192.0.2.1' });
    expect(accepted.outcome).toBe('accepted');
  });

  test('is in Spanish where the site signs people in in Spanish', async () => {
    const server = await mailServer();
    const { identity } = sending(server, { language: 'es' });
    const invited = await identity.accounts.invite({
      email: 'nora@example.com',
      name: 'Nora',
      role: 'reader',
    });
    if (invited.outcome === 'invited') await identity.accounts.mailInvitation(invited.account);
    await count(server, 1);
    expect(server.received[0]?.text).toContain('Subject: Tu cuenta en docs.example.com');
    expect(server.received[0]?.text).toContain('Elige tu contraseña aquí');
  });
});

describe('a forgotten password', () => {
  const ask = (identity: ReturnType<typeof bench.open>, email: string, address = '192.0.2.1') =>
    identity.resets.ask({ email, address });

  test('gets a link; whoever has no account gets nothing, and no other answer', async () => {
    const server = await mailServer();
    await bench.add(rosa);
    const { identity } = sending(server);
    for (const email of ['nobody@example.com', 'no e-mail', '  Rosa@Example.COM '])
      expect(await ask(identity, email)).toEqual({ outcome: 'asked' });
    await count(server, 1);
    await nothingWaits();
    const token = linkIn(server.received[0]?.text);
    const done = await identity.resets.accept({ token, password: fresh, address: '192.0.2.1' });
    expect(done.outcome).toBe('accepted');
    // And their owner is told.
    await count(server, 2);
    expect(server.received[1]?.text).toContain('Your password for docs.example.com was changed');
    expect(server.received[1]?.text).not.toMatch(/token=/);
    bench.now += hour;
    expect(await identity.resets.find(token)).toBeUndefined();
  });

  test('is good for an hour, brings an invitation again, and nothing to whom is disabled', async () => {
    const server = await mailServer();
    await bench.add(rosa);
    const { identity } = sending(server);
    await ask(identity, rosa.email);
    await count(server, 1);
    const token = linkIn(server.received[0]?.text);
    expect(await identity.resets.find(token)).toMatchObject({ email: rosa.email });
    bench.now += hour;
    expect(await identity.resets.find(token)).toBeUndefined();
    await identity.accounts.invite({ email: 'nora@example.com', name: 'Nora', role: 'reader' });
    await ask(identity, 'nora@example.com');
    await count(server, 2);
    expect(server.received[1]?.text).toContain('https://docs.example.com/invite?token=');
    await identity.accounts.setDisabled(await bench.idOf(rosa.email), true);
    await ask(identity, rosa.email);
    await nothingWaits();
    expect(server.received).toHaveLength(2);
  });

  test('fills nobody’s mailbox, and is asked for by no network without end', async () => {
    const server = await mailServer();
    await bench.add(rosa);
    const { identity } = sending(server);
    for (let n = 0; n < 6; n++)
      expect((await ask(identity, rosa.email, `203.0.113.${n}`)).outcome).toBe('asked');
    await nothingWaits();
    expect(server.received).toHaveLength(3);
    const outcomes = [];
    for (let n = 0; n < 12; n++) outcomes.push((await ask(identity, `x${n}@example.com`)).outcome);
    expect(outcomes.filter((outcome) => outcome === 'throttled')).toHaveLength(2);
  });
});

describe('another e-mail', () => {
  test.each([
    ['en', 'Confirm your e-mail for docs.example.com', 'was changed', 'was removed'],
    ['es', 'Confirma tu correo para docs.example.com', 'Se ha cambiado', 'Se ha eliminado'],
  ])('is confirmed by who reads there, and told where the account was read before: %s', async (...given) => {
    const [language, subject, changed, removed] = given;
    const server = await mailServer();
    await bench.add(ada, rosa);
    const { identity } = sending(server, { language });
    const signedIn = await bench.signIn(rosa.email);
    const user = signedIn.outcome === 'signed-in' ? signedIn.user : undefined;
    if (user === undefined) throw new Error(signedIn.outcome);
    const asked = { user, current: password, email: 'rosa@example.org', address: '192.0.2.1' };
    expect(await identity.emailChanges.ask(asked)).toEqual({ outcome: 'asked' });
    await count(server, 1);
    expect(server.received[0]?.to).toEqual(['rosa@example.org']);
    expect(server.received[0]?.text).toContain(`Subject: ${subject}`);
    const token = linkIn(server.received[0]?.text);
    bench.now += hour - 1;
    expect((await identity.emailChanges.confirm({ token, address: '192.0.2.9' })).outcome).toBe('done');
    await count(server, 2);
    expect([server.received[1]?.to, server.received[1]?.text]).toEqual([
      [rosa.email],
      expect.stringContaining(changed),
    ]);
    await identity.accounts.remove(user.accountId);
    await count(server, 3);
    expect(server.received[2]?.to).toEqual(['rosa@example.org']);
    expect(server.received[2]?.text).toContain(removed);
    expect(server.received[2]?.text).toContain('Rosa');
  });
});

test('a sign-in from a network of which the account knows nothing is told, others are not', async () => {
  const server = await mailServer();
  await bench.add(rosa);
  const { identity } = sending(server);
  for (const address of ['192.0.2.1', '192.0.2.1', '203.0.113.9', '203.0.113.9'])
    expect((await bench.signIn(rosa.email, password, address, identity)).outcome).toBe('signed-in');
  await count(server, 1);
  await nothingWaits();
  expect(server.received[0]?.text).toContain('New sign-in to docs.example.com');
  expect(server.received[0]?.text).toContain('203.0.113.9');
  expect(server.received).toHaveLength(1);
});

test('feedback is answered at its page, in both languages; what was written is text', async () => {
  const server = await mailServer();
  await bench.add(rosa);
  const accountId = await bench.idOf(rosa.email);
  for (const [at, language] of ['en', 'es'].entries()) {
    const { identity, queue } = sending(server, { language });
    const detail = { page: '/docs/Developer Info/Users', text: 'Use <b>,\nplease.' };
    expect(await identity.mail.tell(accountId, 'feedback-answered', detail)).toBe(true);
    await count(server, at + 1);
    await queue.close();
  }
  const [english, spanish] = server.received.map(({ text }) => text.replaceAll('=\r\n', ''));
  expect(english).toContain('Subject: Your feedback on docs.example.com');
  expect(english).toContain('https://docs.example.com/docs/Developer%20Info/Users');
  expect(english).toContain('Use <b>,\r\nplease.');
  expect(english).toContain('<p>Use &lt;b&gt;,<br>please.</p>');
  expect(spanish).toContain('Esta es la respuesta:');
  const { identity } = sending(server);
  expect(await identity.mail.tell('nobody', 'feedback-done', { page: '/', text: '' })).toBe(false);
});

describe('a server', () => {
  const one = { email: rosa.email };

  test('is spoken to by TLS, and not at all where its certificate is nobody’s', async () => {
    const server = await mailServer({ secure: true });
    await bench.add(rosa);
    const url = `smtps://127.0.0.1:${server.port}`;
    const doubting = sending(server, { url, trust: false });
    await doubting.outbox.put('password-changed', one);
    await said(doubting.log, /sent later/).toBe(1);
    await doubting.queue.close();
    expect(server.received).toEqual([]);
    bench.now += minute;
    sending(server, { url });
    await count(server, 1);
  });

  test('that takes nothing yet is asked again, each time later', async () => {
    const server = await mailServer();
    await bench.add(rosa);
    server.answer.recipient = 450;
    const { outbox, queue, log } = sending(server);
    await outbox.put('password-changed', one);
    for (const [at, wait] of [1, 2, 4].entries()) {
      await said(log, /sent later/).toBe(at + 1);
      bench.now += wait * minute - 1;
      queue.wake();
      await said(log, /sent later/).toBe(at + 1);
      bench.now += 1;
      if (at === 2) delete server.answer.recipient;
      queue.wake();
    }
    await count(server, 1);
    expect(server.received[0]?.text).not.toContain('twice');
    await nothingWaits();
  });

  test('that refuses for good is believed, and it is in the audit log', async () => {
    const server = await mailServer();
    await bench.add(rosa);
    server.answer.recipient = 550;
    const { outbox, log } = sending(server);
    await outbox.put('password-changed', one);
    await said(log, /given up/).toBe(1);
    await nothingWaits();
    const notes = await bench.openStore().auditSince(0);
    expect(notes.filter(({ event }) => event === 'mail-given-up')).toMatchObject([
      { by: 'mail', email: rosa.email, detail: expect.stringMatching(/^password-changed: .*550/) },
    ]);
  });

  test('that is gone is waited for, for three days', async () => {
    const server = await startMailServer();
    await server.close();
    await bench.add(rosa);
    const { outbox, queue, log } = sending(server);
    await outbox.put('password-changed', one);
    await said(log, /sent later/).toBe(1);
    const back = await mailServer({ port: server.port });
    const again = sending(back);
    bench.now += minute;
    again.queue.wake();
    await count(back, 1);
    await queue.close();
    await again.queue.close();
    await back.close();
    const late = sending(server);
    await late.outbox.put('password-changed', one);
    await said(late.log, /sent later/).toBe(1);
    bench.now += 72 * hour;
    late.queue.wake();
    await said(late.log, /given up/).toBe(1);
  });

  test('that does not answer may have taken it: the next one says so, under the same name', async () => {
    const server = await mailServer();
    await bench.add(rosa);
    server.answer.data = 'silence';
    const { outbox, queue, log } = sending(server);
    await outbox.put('password-changed', one);
    await said(log, /sent later/).toBe(1);
    delete server.answer.data;
    bench.now += minute;
    queue.wake();
    await count(server, 2);
    const [first, second] = server.received;
    expect(second?.id).toBe(first?.id);
    expect([first?.text, second?.text].map((text) => text?.includes('may get this message twice'))).toEqual([
      false,
      true,
    ]);
    await said(log, /may be sent twice/).toBe(1);
  });
});

test('two processes send each mail once', async () => {
  const server = await mailServer();
  await bench.add(rosa);
  const outbox = createOutbox(bench.openStore(), () => bench.now);
  for (let n = 0; n < 4; n++) await outbox.put('password-changed', { email: rosa.email });
  for (let n = 0; n < 4; n++) await outbox.put('new-device', { email: rosa.email });
  sending(server);
  sending(server);
  await count(server, 8);
  await nothingWaits();
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(8);
});

test('a process that is killed while it sends loses nothing, and what may come twice says so', async () => {
  const server = await mailServer();
  bench.now = Date.now();
  await bench.add(rosa);
  const outbox = createOutbox(bench.openStore(), () => bench.now);
  for (let n = 0; n < 3; n++) await outbox.put('password-changed', { email: rosa.email });
  server.answer.data = 'silence';
  const script = path.join(projectDir, 'testing/mail-child.ts');
  const child = spawn(process.execPath, [script, bench.file, String(server.port)], { stdio: 'ignore' });
  await expect.poll(() => server.received.length).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  delete server.answer.data;
  // The one that the dead process held comes when its time is over; the others at once.
  const { queue } = sending(server);
  await count(server, 3);
  bench.now = Date.now() + 3 * minute;
  queue.wake();
  await count(server, 4);
  await nothingWaits();
  const [held, ...others] = server.received;
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(3);
  const again = others.find(({ id }) => id === held?.id);
  expect(again?.text).toContain('may get this message twice');
  for (const { id, text } of others)
    if (id !== held?.id) expect(text).not.toContain('may get this message twice');
});
