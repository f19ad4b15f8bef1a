import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hour, IdentityFixture, minute, rosa } from '../../../testing/identity-fixture.ts';
import { awaitMails, createMailFixture, startMailServerForTest } from '../../../testing/mail-sending.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { projectDir } from '../../../testing/running-site.ts';
import { createOutbox } from './outbox.ts';

const fixture = IdentityFixture.forEachTest();
const { sending, nothingWaits } = createMailFixture(fixture);
const expectMessageCount = (log: readonly { message: string }[], message: RegExp) =>
  expect.poll(() => log.filter((line) => message.test(line.message)).length);

test('debug lines follow a mail from the queue to the mail server', async () => {
  const server = await startMailServerForTest();
  await fixture.add(rosa);
  server.answer.recipient = 450;
  const { outbox, queue, log, steps } = sending(server);
  await outbox.put('password-changed', { email: rosa.email });
  await expectMessageCount(log, /will be retried/).toBe(1);
  delete server.answer.recipient;
  fixture.now += minute;
  queue.wake();
  await awaitMails(server, 1);
  await nothingWaits();
  expect(steps).toEqual([
    'An email is taken from the queue.',
    'An email is taken from the queue.',
    'The mail server accepted an email.',
  ]);
});

describe('a mail server', () => {
  const one = { email: rosa.email };

  test('is used with TLS, and not at all if its certificate is untrusted', async () => {
    const server = await startMailServerForTest({ secure: true });
    await fixture.add(rosa);
    const url = `smtps://127.0.0.1:${server.port}`;
    const doubting = sending(server, { url, trust: false });
    await doubting.outbox.put('password-changed', one);
    await expectMessageCount(doubting.log, /will be retried/).toBe(1);
    await doubting.queue.close();
    expect(server.received).toEqual([]);
    fixture.now += minute;
    sending(server, { url });
    await awaitMails(server, 1);
  });

  test('retries a mail that the mail server rejects temporarily, with increasing delays', async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    server.answer.recipient = 450;
    const { outbox, queue, log } = sending(server);
    await outbox.put('password-changed', one);
    for (const [index, wait] of [1, 2, 4].entries()) {
      await expectMessageCount(log, /will be retried/).toBe(index + 1);
      fixture.now += wait * minute - 1;
      queue.wake();
      await expectMessageCount(log, /will be retried/).toBe(index + 1);
      fixture.now += 1;
      if (index === 2) delete server.answer.recipient;
      queue.wake();
    }
    await awaitMails(server, 1);
    expect(server.received[0]?.text).not.toContain('twice');
    await nothingWaits();
  });

  test("doesn't retry a mail that the mail server rejects permanently, and the audit log says so", async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    server.answer.recipient = 550;
    const { outbox, log } = sending(server);
    await outbox.put('password-changed', one);
    await expectMessageCount(log, /won't be tried again/).toBe(1);
    await nothingWaits();
    const notes = await fixture.openStore().listAuditSince(0);
    expect(notes.filter(({ event }) => event === 'mail-given-up')).toMatchObject([
      { by: 'mail', email: rosa.email, detail: expect.stringMatching(/^password-changed: .*550/) },
    ]);
  });

  test('retries for three days if the mail server is unreachable', async () => {
    const server = await startMailServer();
    await server.close();
    await fixture.add(rosa);
    const { outbox, queue, log } = sending(server);
    await outbox.put('password-changed', one);
    await expectMessageCount(log, /will be retried/).toBe(1);
    const back = await startMailServerForTest({ port: server.port });
    const again = sending(back);
    fixture.now += minute;
    again.queue.wake();
    await awaitMails(back, 1);
    await queue.close();
    await again.queue.close();
    await back.close();
    const lateMail = sending(server);
    await lateMail.outbox.put('password-changed', one);
    await expectMessageCount(lateMail.log, /will be retried/).toBe(1);
    fixture.now += 72 * hour;
    lateMail.queue.wake();
    await expectMessageCount(lateMail.log, /won't be tried again/).toBe(1);
  });

  test("tells readers that a mail may arrive twice, with the same message id, if the mail server didn't answer", async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    server.answer.data = 'silence';
    const { outbox, queue, log } = sending(server, { timeoutMs: 2_000 });
    await outbox.put('password-changed', one);
    await expectMessageCount(log, /will be retried/).toBe(1);
    delete server.answer.data;
    fixture.now += minute;
    queue.wake();
    await awaitMails(server, 2);
    const [first, second] = server.received;
    expect(second?.id).toBe(first?.id);
    expect([first?.text, second?.text].map((text) => text?.includes('may get this message twice'))).toEqual([
      false,
      true,
    ]);
    await expectMessageCount(log, /may be sent twice/).toBe(1);
  });
});

test('sends each mail once with two processes', async () => {
  const server = await startMailServerForTest();
  await fixture.add(rosa);
  const outbox = createOutbox(fixture.openStore(), () => fixture.now);
  for (let n = 0; n < 4; n++) await outbox.put('password-changed', { email: rosa.email });
  for (let n = 0; n < 4; n++) await outbox.put('new-device', { email: rosa.email });
  sending(server);
  sending(server);
  await awaitMails(server, 8);
  await nothingWaits();
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(8);
});

test('loses no mail when a process is killed, and marks mails that may arrive twice', async () => {
  const server = await startMailServerForTest();
  fixture.now = Date.now();
  await fixture.add(rosa);
  const outbox = createOutbox(fixture.openStore(), () => fixture.now);
  for (let n = 0; n < 3; n++) await outbox.put('password-changed', { email: rosa.email });
  server.answer.data = 'silence';
  const script = path.join(projectDir, 'testing/mail-child.ts');
  const child = spawn(process.execPath, [script, fixture.file, String(server.port)], { stdio: 'ignore' });
  await expect.poll(() => server.received.length).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  delete server.answer.data;
  // The mail that the dead process held is sent when its claim expires; the others immediately.
  const { queue } = sending(server);
  await awaitMails(server, 3);
  fixture.now = Date.now() + 3 * minute;
  queue.wake();
  await awaitMails(server, 4);
  await nothingWaits();
  const [heldMails, ...otherMails] = server.received;
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(3);
  const again = otherMails.find(({ id }) => id === heldMails?.id);
  expect(again?.text).toContain('may get this message twice');
  for (const { id, text } of otherMails)
    if (id !== heldMails?.id) expect(text).not.toContain('may get this message twice');
});
