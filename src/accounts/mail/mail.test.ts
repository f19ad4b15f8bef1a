import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ada, hour, IdentityFixture, password, rosa } from '../../../testing/identity-fixture.ts';
import { awaitMails, createMailFixture, startMailServerForTest } from '../../../testing/mail-sending.ts';
import { escapeHtml } from '../../shared/html.ts';
import { previewMail } from './messages/mail-preview.ts';
import { composeMessage, type MessageFacts, type MessageKind, messageKinds } from './messages/message.ts';

const fixture = IdentityFixture.forEachTest();
const { sending, nothingWaits } = createMailFixture(fixture);
const fresh = 'a quite different secret';

const findToken = (text = '') =>
  /https:\/\/docs\.example\.com\/[\w-]+\?token=([\w-]{43})/.exec(text)?.[1] ?? '';

describe('an invitation', () => {
  test("contains a link in plain text and HTML that isn't in the store", async () => {
    const server = await startMailServerForTest();
    const { identity } = sending(server);
    const inviteResult = await identity.accounts.invite({
      email: 'nora@example.com',
      name: 'Nora <b>',
      role: 'reader',
    });
    if (inviteResult.outcome !== 'invited') throw new Error(inviteResult.outcome);
    expect(await identity.accounts.mailInvitation(inviteResult.account)).toBe(true);
    await awaitMails(server, 1);
    const [mail] = server.received;
    expect(mail?.to).toEqual(['nora@example.com']);
    expect(mail?.text).toMatch(/^Subject: You’re invited to docs\.example\.com\r$/m);
    expect(mail?.text).toMatch(/^From: Docs <docs@example\.com>\r$/m);
    expect(mail?.text).toContain('Hello Nora <b>,');
    expect(mail?.text).toContain('<p>Hello Nora &lt;b&gt;,</p>');
    const token = findToken(mail?.text);
    expect(mail?.text.split(token)).toHaveLength(4);
    await nothingWaits();
    const storedRows = Buffer.concat([readFileSync(fixture.file), readFileSync(`${fixture.file}-wal`)]);
    expect(storedRows.includes(token)).toBe(false);
    const acceptance = await identity.invites.accept({ token, password, address: '192.0.2.1' });
    expect(acceptance.outcome).toBe('signed-in');
  });

  test('is in Spanish if the sign-in pages are in Spanish', async () => {
    const server = await startMailServerForTest();
    const { identity } = sending(server, { language: 'es' });
    const inviteResult = await identity.accounts.invite({
      email: 'nora@example.com',
      name: 'Nora',
      role: 'reader',
    });
    if (inviteResult.outcome === 'invited') await identity.accounts.mailInvitation(inviteResult.account);
    await awaitMails(server, 1);
    expect(server.received[0]?.text).toContain('Subject: Te han invitado a docs.example.com');
    expect(server.received[0]?.text).toContain('Elige tu contraseña');
  });
});

describe('the layout of a mail', () => {
  const facts = {
    site: 'Acme <Docs>',
    host: 'docs.example.com',
    name: 'Nora',
    link: 'https://docs.example.com/invite?token=a&b',
    time: '5 January 2026',
    address: '192.0.2.1',
    device: '',
  };
  const compose = (kind: MessageKind, language: string, more: Partial<MessageFacts> = {}) =>
    composeMessage(kind, language, { ...facts, ...more }, false);

  test.each(messageKinds)('%s names the site and says why it was sent, in text and HTML', (kind) => {
    for (const [language, sentBy] of [
      ['en', 'Sent by Acme <Docs> (docs.example.com) because '],
      ['es', 'Acme <Docs> (docs.example.com) te envía este correo porque '],
    ] as const) {
      const { subject, text, html } = compose(kind, language, { text: 'Thanks' });
      expect(subject).toContain('Acme <Docs>');
      const [, footer = ''] = /\n\n-- \n(.+)\.\n$/.exec(text) ?? [];
      expect(footer).toContain(sentBy);
      expect(footer.length).toBeGreaterThan(sentBy.length);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(escapeHtml(sentBy));
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(subject + text + html).not.toMatch(/\{\w+\}/);
      expect(html).not.toContain('Acme <Docs>');
      // A mail that names its link in text has a button with words for it, and the link to copy.
      const [, label = ''] = /class="button" href="[^"]+&amp;b"[^>]*>([^<]*)<\/a>/.exec(html) ?? [];
      expect(label !== '').toBe(text.includes(facts.link));
      expect(html.split('https://docs.example.com/invite?token=a&amp;b')).toHaveLength(label === '' ? 1 : 3);
      // Nothing is loaded when the mail is opened.
      expect(html).not.toMatch(/<img|<link|url\(|src=/);
    }
  });

  test('has the colours and the logo of the site, and brings the logo along', async () => {
    const brand = {
      accent: { light: '#b91c1c', dark: '#ff8a80' },
      logo: { bytes: Buffer.from('picture'), type: 'image/png', width: 96, height: 40 },
    };
    const message = compose('invitation', 'en', { brand });
    expect(message.html).toMatch(/class="button"[^>]+background: #b91c1c/);
    expect(message.html).toContain('.button { background: #ff8a80 !important');
    expect(message.html).toMatch(/<img src="cid:logo" alt="" width="96" height="40"/);
    expect(message.html).not.toMatch(/src="(?!cid:logo")|url\(/);

    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const { outbox } = sending(server, { brand });
    await outbox.put('password-changed', { email: rosa.email });
    await awaitMails(server, 1);
    const [mail] = server.received;
    expect(mail?.text).toContain('<img src="cid:logo"');
    expect(mail?.text).toMatch(/^Content-I[dD]: <logo>/m);
    expect(mail?.text).toContain('Content-Disposition: inline');

    const { html } = previewMail(message, 'dark');
    expect(html).toContain(`src="data:image/png;base64,${brand.logo.bytes.toString('base64')}"`);
    expect(html).not.toContain('cid:');
  });

  test('names the site once if its name is its host', () => {
    const { host: site, ...rest } = facts;
    const { text } = composeMessage('reset', 'en', { ...rest, site }, false);
    expect(text).toContain('Sent by docs.example.com because');
  });

  test.each([
    ['en', 'Ada Lovelace invited you.'],
    ['es', 'Ada Lovelace te ha invitado.'],
  ])('names the person who invites, if known: %s', (language, sentence) => {
    expect(compose('invitation', language, { inviter: 'Ada Lovelace' }).text).toContain(sentence);
    expect(compose('invitation', language).text).not.toMatch(/invited you\.|te ha invitado/);
  });
});

test("an invitation names the site and the administrator, and a command line isn't a person", async () => {
  const server = await startMailServerForTest();
  await fixture.add(ada);
  const { identity } = sending(server, { siteName: 'Acme Docs' });
  for (const [index, actor] of [ada.email, 'command line (root)'].entries()) {
    const acting = identity.accounts.actingAs(actor);
    const inviteResult = await acting.invite({
      email: `nora${index}@example.com`,
      name: 'Nora',
      role: 'reader',
    });
    if (inviteResult.outcome !== 'invited') throw new Error(inviteResult.outcome);
    await acting.mailInvitation(inviteResult.account);
    await awaitMails(server, index + 1);
  }
  const [byAda, byCommand] = server.received.map(({ text }) => text);
  expect(byAda).toContain('Subject: You’re invited to Acme Docs');
  expect(byAda).toContain(`${ada.name} invited you.`);
  expect(byCommand).not.toContain(' invited you.');
});

describe('a forgotten password', () => {
  const ask = (identity: ReturnType<typeof fixture.open>, email: string, address = '192.0.2.1') =>
    identity.resets.ask({ email, address });

  test('sends a link to account owners only, and gives everyone the same answer', async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const { identity } = sending(server);
    for (const email of ['nobody@example.com', 'no email', '  Rosa@Example.COM '])
      expect(await ask(identity, email)).toEqual({ outcome: 'requested' });
    await awaitMails(server, 1);
    await nothingWaits();
    const token = findToken(server.received[0]?.text);
    const done = await identity.resets.accept({ token, password: fresh, address: '192.0.2.1' });
    expect(done.outcome).toBe('signed-in');
    // The owner is notified.
    await awaitMails(server, 2);
    expect(server.received[1]?.text).toContain('Your password for docs.example.com was changed');
    expect(server.received[1]?.text).not.toMatch(/token=/);
    fixture.now += hour;
    expect(await identity.resets.find(token)).toBeUndefined();
  });

  test('sends links valid for an hour, invitations to invited users, and nothing to disabled ones', async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const { identity } = sending(server);
    await ask(identity, rosa.email);
    await awaitMails(server, 1);
    const token = findToken(server.received[0]?.text);
    expect(await identity.resets.find(token)).toMatchObject({ email: rosa.email });
    fixture.now += hour;
    expect(await identity.resets.find(token)).toBeUndefined();
    await identity.accounts.invite({ email: 'nora@example.com', name: 'Nora', role: 'reader' });
    await ask(identity, 'nora@example.com');
    await awaitMails(server, 2);
    expect(server.received[1]?.text).toContain('https://docs.example.com/invite?token=');
    await identity.accounts.setDisabled(await fixture.findId(rosa.email), true);
    await ask(identity, rosa.email);
    await nothingWaits();
    expect(server.received).toHaveLength(2);
  });

  test('limits mails per address and requests per network', async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const { identity } = sending(server);
    for (let n = 0; n < 6; n++)
      expect((await ask(identity, rosa.email, `203.0.113.${n}`)).outcome).toBe('requested');
    await nothingWaits();
    expect(server.received).toHaveLength(3);
    const outcomes = [];
    for (let n = 0; n < 12; n++) outcomes.push((await ask(identity, `x${n}@example.com`)).outcome);
    expect(outcomes.filter((outcome) => outcome === 'throttled')).toHaveLength(2);
  });
});

describe('a change of email', () => {
  test.each([
    ['en', 'Confirm your email for docs.example.com', 'was changed', 'was deleted'],
    ['es', 'Confirma tu correo para docs.example.com', 'Se ha cambiado', 'Se ha eliminado'],
  ])('is confirmed at the new address and reported to the old one: %s', async (...change) => {
    const [language, subject, changedText, removedText] = change;
    const server = await startMailServerForTest();
    await fixture.add(ada, rosa);
    const { identity } = sending(server, { language });
    const signedIn = await fixture.signIn(rosa.email);
    const user = signedIn.outcome === 'signed-in' ? signedIn.user : undefined;
    if (user === undefined) throw new Error(signedIn.outcome);
    const outcome = { user, current: password, email: 'rosa@example.org', address: '192.0.2.1' };
    expect(await identity.emailChanges.ask(outcome)).toEqual({ outcome: 'requested' });
    await awaitMails(server, 1);
    expect(server.received[0]?.to).toEqual(['rosa@example.org']);
    expect(server.received[0]?.text).toContain(`Subject: ${subject}`);
    const token = findToken(server.received[0]?.text);
    fixture.now += hour - 1;
    expect((await identity.emailChanges.confirm({ token, address: '192.0.2.9' })).outcome).toBe('done');
    await awaitMails(server, 2);
    expect([server.received[1]?.to, server.received[1]?.text]).toEqual([
      [rosa.email],
      expect.stringContaining(changedText),
    ]);
    await identity.accounts.remove(user.accountId);
    await awaitMails(server, 3);
    expect(server.received[2]?.to).toEqual(['rosa@example.org']);
    expect(server.received[2]?.text).toContain(removedText);
    expect(server.received[2]?.text).toContain('Rosa');
  });
});

test('reports a sign-in from an unknown network, and no others', async () => {
  const server = await startMailServerForTest();
  await fixture.add(rosa);
  const { identity } = sending(server);
  for (const address of ['192.0.2.1', '192.0.2.1', '203.0.113.9', '203.0.113.9'])
    expect((await fixture.signIn(rosa.email, password, address, identity)).outcome).toBe('signed-in');
  await awaitMails(server, 1);
  await nothingWaits();
  expect(server.received[0]?.text).toContain('New sign-in to docs.example.com');
  expect(server.received[0]?.text).toContain('203.0.113.9');
  expect(server.received).toHaveLength(1);
});

test('answers feedback with a link to its page in both languages, and escapes the text', async () => {
  const server = await startMailServerForTest();
  await fixture.add(rosa);
  const accountId = await fixture.findId(rosa.email);
  for (const [index, language] of ['en', 'es'].entries()) {
    const { identity, queue } = sending(server, { language });
    const detail = { page: '/docs/Developer Info/Users', text: 'Use <b>,\nplease.' };
    expect(await identity.mail.tell(accountId, 'feedback-answered', detail)).toBe(true);
    await awaitMails(server, index + 1);
    await queue.close();
  }
  const [english, spanish] = server.received.map(({ text }) => text.replaceAll('=\r\n', ''));
  expect(english).toContain('Subject: A reply to your feedback on docs.example.com');
  expect(english).toContain('https://docs.example.com/docs/Developer%20Info/Users');
  expect(english).toContain('Use <b>,\r\nplease.');
  expect(english).toContain('<p>Use &lt;b&gt;,<br>please.</p>');
  expect(spanish).toContain('Esta es la respuesta:');
  const { identity } = sending(server);
  expect(await identity.mail.tell('nobody', 'feedback-done', { page: '/', text: '' })).toBe(false);
});

describe('a mail of a feature', () => {
  const content = {
    subject: 'Thanks for\nsigning',
    paragraphs: ['You wrote:', '<b>{link}</b>,\n$& {site}'],
    button: { label: 'Open <it>', path: '/guests?page=2&all#top' },
    why: 'you signed the guest book',
  };

  test.each([
    ['en', 'Hello Rosa,', 'Sent by docs.example.com because you signed the guest book.'],
    ['es', 'Hola, Rosa:', 'docs.example.com te envía este correo porque you signed the guest book.'],
  ])('has the layout of the site in %s, and its texts literally', async (language, greeting, footer) => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const { identity } = sending(server);
    expect(await identity.mail.send(await fixture.findId(rosa.email), content, language)).toBe('queued');
    await awaitMails(server, 1);
    const [{ to, text } = { to: [], text: '' }] = server.received;
    expect(to).toEqual([rosa.email]);
    expect(text).toMatch(/^Subject: Thanks for signing\r$/m);
    for (const part of [greeting, footer, `<html lang="${language}">`, '<b>{link}</b>,\r\n$& {site}'])
      expect(text).toContain(part);
    expect(text).toContain('<p>&lt;b&gt;{link}&lt;/b&gt;,<br>$&amp; {site}</p>');
    expect(text).toContain('\r\nhttps://docs.example.com/guests?page=2&all#top\r\n');
    expect(text).toMatch(
      /class="button" href="https:\/\/docs\.example\.com\/guests\?page=2&amp;all#top"[^>]*>Open &lt;it&gt;</,
    );
  });

  test('needs no button', async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const { identity } = sending(server);
    await identity.mail.send(await fixture.findId(rosa.email), { ...content, button: undefined }, 'en');
    await awaitMails(server, 1);
    expect(server.received[0]?.text).not.toMatch(/class="button"|https:\/\/docs/);
  });

  test('goes only to accounts that can get it, and not without limit', async () => {
    const server = await startMailServerForTest();
    await fixture.add(rosa);
    const accountId = await fixture.findId(rosa.email);
    expect(await fixture.open().mail.send(accountId, content, 'en')).toBe('unavailable');
    const { identity } = sending(server);
    expect(await identity.mail.send('nobody', content, 'en')).toBe('unavailable');
    const outcomes: string[] = [];
    for (let count = 0; count < 21; count += 1)
      outcomes.push(await identity.mail.send(accountId, content, 'en'));
    expect(outcomes).toEqual([...Array<string>(20).fill('queued'), 'bounded']);
  });

  test.each([
    ['another site', { ...content, button: { label: 'Open', path: 'https://example.net/' } }],
    ['a user name before the host', { ...content, button: { label: 'Open', path: '@example.net' } }],
    ['no subject', { ...content, subject: '' }],
  ])('is rejected with %s', async (_, invalidContent) => {
    await fixture.add(rosa);
    const sent = fixture.open().mail.send(await fixture.findId(rosa.email), invalidContent, 'en');
    await expect(sent).rejects.toThrow();
  });
});
