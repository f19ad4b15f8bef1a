import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArgon2Hasher } from '../../src/accounts/passwords/hashing-queue.ts';
import { english as texts } from '../../src/config/texts.ts';
import { openPageAfterForm } from '../../testing/after-form.ts';
import { watchHasher } from '../../testing/identity-fixture.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

const disabledEmail = 'rosa@lurana.example';
const hasher = watchHasher(createArgon2Hasher({ memoryCost: 64, timeCost: 1, parallelism: 1 }));

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'error', TRUST_PROXY: true }, hasher });
  const added = await server.identity.accounts.add({
    ...reader,
    email: disabledEmail,
    name: '',
    role: 'reader',
  });
  if (added.outcome === 'added') await server.identity.accounts.setDisabled(added.account.id, true);
  hasher.work.length = 0;
});
afterEach(() => server.close());

/** The same attempt on accounts in different states, each from its own network. */
const attempts = {
  'an unknown account': { email: 'nobody@lurana.example', password: reader.password },
  'a wrong password': { email: reader.email, password: 'wrong' },
  'a disabled account': { email: disabledEmail, password: reader.password },
  'a disabled account and a wrong password': { email: disabledEmail, password: 'wrong' },
  'what is no email': { email: 'no email', password: reader.password },
  'an endless password': { email: reader.email, password: 'x'.repeat(1_000) },
};

async function attempt(credentials: { email: string; password: string }, form: boolean, from: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: {
      host: 'localhost',
      'x-forwarded-for': from,
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    payload: form ? new URLSearchParams(credentials).toString() : JSON.stringify(credentials),
  });
  const { date, 'x-request-id': id, 'content-length': length, ...rest } = answer.headers;
  if (!form) return { statusCode: answer.statusCode, headers: rest, body: answer.body };
  // The values of the cookie and the end of the location differ in every answer.
  const { 'set-cookie': setCookie, location, ...headers } = rest;
  const redirectedTo = {
    cookie: String(setCookie).replace(/=[^;]*/, ''),
    location: String(location).replace(/=.{22}$/, ''),
  };
  const { body } = await openPageAfterForm(server, answer);
  // The page repeats what was typed.
  const page = body.replaceAll(`value="${credentials.email}"`, 'value="typed"');
  return { statusCode: answer.statusCode, headers: { ...headers, ...redirectedTo }, body: page };
}

describe.each([
  ['JSON', false],
  ['the form', true],
] as const)('signing in by %s', (_, form) => {
  test('says the same, with the same status and headers, whatever was wrong', async () => {
    const answers = [];
    for (const [index, credentials] of Object.values(attempts).entries())
      answers.push(await attempt(credentials, form, `203.0.113.${index}`));
    expect(answers[0]?.statusCode).toBe(form ? 303 : 401);
    expect(answers[0]?.body).toContain(texts.wrongCredentials);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('costs the same: one hash of the same strength, whatever was wrong', async () => {
    for (const [name, credentials] of Object.entries(attempts)) {
      hasher.work.length = 0;
      await attempt(credentials, form, '203.0.113.77');
      expect(hasher.work, name).toEqual(['verify argon2id v=19 m=64,t=1,p=1']);
    }
  });

  test('stops known and unknown accounts after the same number of guesses, with the same answer', async () => {
    const knownAnswers: Awaited<ReturnType<typeof attempt>>[] = [];
    const unknown: typeof knownAnswers = [];
    for (let at = 0; at < 7; at++) {
      knownAnswers.push(await attempt({ email: reader.email, password: 'wrong' }, form, '198.51.100.1'));
      unknown.push(await attempt({ email: 'x@lurana.example', password: 'wrong' }, form, '198.51.100.2'));
    }
    const toComparable = (answers: typeof knownAnswers) =>
      answers.map(({ statusCode, body, headers: { 'retry-after': _wait, ...headers } }) => ({
        statusCode,
        body,
        headers,
      }));
    const areRefused = knownAnswers.map(({ body }) => body.includes(texts.wrongCredentials));
    expect(areRefused).toEqual([true, true, true, true, true, false, false]);
    for (const { body } of knownAnswers.slice(5)) expect(body).toContain('Too many attempts.');
    expect(toComparable(knownAnswers)).toEqual(toComparable(unknown));
  });
});

test('only signing in reveals to a visitor whether an account exists', async () => {
  for (const url of [
    `/auth/session?email=${reader.email}`,
    `/login?email=${reader.email}`,
    `/setup?email=${reader.email}`,
    '/healthz',
    '/readyz',
  ]) {
    const { body } = await server.get(url);
    const other = await server.get(url.replace(reader.email, 'nobody@lurana.example'));
    expect(body, url).toBe(other.body);
    expect(body, url).not.toContain('ana@');
  }
});

test('the set-up page is gone for all visitors once there is an account', async () => {
  for (const url of ['/setup', '/setup?token=x', `/setup?token=${'A'.repeat(43)}`]) {
    const { statusCode, headers } = await server.get(url);
    expect([statusCode, headers.location]).toEqual([303, '/login']);
  }
});
